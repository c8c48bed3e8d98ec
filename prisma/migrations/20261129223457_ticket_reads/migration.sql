-- CreateTable
CREATE TABLE "TicketRead" (
    "ticketId" INTEGER NOT NULL,
    "userId" INTEGER NOT NULL,
    "revision" BIGINT NOT NULL,
    "readAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TicketRead_pkey" PRIMARY KEY ("ticketId","userId")
);

-- AddForeignKey
ALTER TABLE "TicketRead" ADD CONSTRAINT "TicketRead_ticketId_fkey" FOREIGN KEY ("ticketId") REFERENCES "Ticket"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TicketRead" ADD CONSTRAINT "TicketRead_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What happened before marks existed counts as read: nobody finds a board of bold titles after the upgrade.
INSERT INTO "TicketRead" ("ticketId", "userId", "revision")
SELECT t."id", u."id", r."revision"
  FROM "Ticket" t JOIN "ProjectRevision" r ON r."projectId" = t."projectId" CROSS JOIN "User" u;
