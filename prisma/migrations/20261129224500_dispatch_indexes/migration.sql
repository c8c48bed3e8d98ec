-- Candidates of a level trigger in dispatch order: of a column, of one assignee in it, and those that wait longest.
CREATE INDEX "ticket_dispatch" ON "Ticket" ("columnId", "priority" DESC, "orderKey" COLLATE "C", "id") WHERE "deletedAt" IS NULL;
CREATE INDEX "ticket_dispatch_assignee" ON "Ticket" ("columnId", "assignee", "priority" DESC, "orderKey" COLLATE "C", "id") WHERE "deletedAt" IS NULL;
CREATE INDEX "ticket_waiting" ON "Ticket" ("columnId", "enteredColumnAt", "id") WHERE "deletedAt" IS NULL;

-- Whether a firing started a run.
CREATE INDEX "run_firing" ON "Run" ("firingId") WHERE "firingId" IS NOT NULL;
