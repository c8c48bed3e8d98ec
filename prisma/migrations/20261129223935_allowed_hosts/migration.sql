-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "allowedHosts" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "actionTries" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "actionsBefore" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "actionsBeforeDone" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "context" TEXT,
ADD COLUMN     "purpose" TEXT NOT NULL DEFAULT 'work',
ADD COLUMN     "skillFile" TEXT;

-- CreateTable
CREATE TABLE "ActionJob" (
    "id" BIGSERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "automationId" TEXT NOT NULL,
    "ticketId" INTEGER,
    "actions" JSONB NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "results" JSONB NOT NULL DEFAULT '[]',
    "workerId" TEXT,
    "leaseUntil" TIMESTAMPTZ(6),
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(6),

    CONSTRAINT "ActionJob_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ActionJob_projectId_endedAt_idx" ON "ActionJob"("projectId", "endedAt");

-- AddForeignKey
ALTER TABLE "ActionJob" ADD CONSTRAINT "ActionJob_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ActionJob" ADD CONSTRAINT "ActionJob_ticketId_fkey" FOREIGN KEY ("ticketId") REFERENCES "Ticket"("id") ON DELETE SET NULL ON UPDATE CASCADE;
