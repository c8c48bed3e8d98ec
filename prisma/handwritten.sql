-- What Prisma's schema language cannot say. Appended to the first migration.

-- Order keys compare by byte, as the library that makes them does.
ALTER TABLE "Ticket" ALTER COLUMN "orderKey" TYPE TEXT COLLATE "C";

CREATE INDEX "ticket_column_order" ON "Ticket" ("columnId", "orderKey" COLLATE "C", "id") WHERE "deletedAt" IS NULL;

-- At most one active run per group, per (agent, ticket), and per automation without a ticket (rules 21).
CREATE UNIQUE INDEX "run_active_group" ON "Run" ("projectId", "groupName") WHERE "state" <> 'ended' AND "groupName" IS NOT NULL;
CREATE UNIQUE INDEX "run_active_pair" ON "Run" ("projectId", "agent", "ticketId") WHERE "state" <> 'ended' AND "ticketId" IS NOT NULL;
CREATE UNIQUE INDEX "run_active_ticketless" ON "Run" ("projectId", "automationId") WHERE "state" <> 'ended' AND "ticketId" IS NULL;
CREATE INDEX "run_active" ON "Run" ("projectId", "createdAt") WHERE "state" <> 'ended';
CREATE INDEX "run_leases" ON "Run" ("leaseUntil") WHERE "state" <> 'ended';

-- At most one owed firing per (automation, ticket), for the other causes per (cause, agent, ticket) (rules 1).
CREATE UNIQUE INDEX "firing_owed_trigger" ON "Firing" ("projectId", "automationId", COALESCE("ticketId", 0)) WHERE "state" = 'owed' AND "cause" = 'trigger';
CREATE UNIQUE INDEX "firing_owed_other" ON "Firing" ("projectId", "cause", "agent", COALESCE("ticketId", 0)) WHERE "state" = 'owed' AND "cause" <> 'trigger';
CREATE INDEX "firing_due" ON "Firing" ("projectId", "dueAt") WHERE "state" = 'owed';

CREATE INDEX "question_open" ON "Question" ("projectId", "createdAt") WHERE "state" IN ('open', 'parked');
CREATE INDEX "inbox_open" ON "InboxItem" ("projectId", "createdAt") WHERE "closedAt" IS NULL;
CREATE INDEX "outbox_unsent" ON "OutboxEvent" ("id") WHERE "relayedAt" IS NULL;

-- The contract of a run is frozen at admission.
CREATE FUNCTION run_contract_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."contract" IS DISTINCT FROM OLD."contract" OR NEW."contractHash" IS DISTINCT FROM OLD."contractHash" THEN
    RAISE EXCEPTION 'the contract of run % is frozen', OLD."id";
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "run_contract_frozen" BEFORE UPDATE ON "Run" FOR EACH ROW EXECUTE FUNCTION run_contract_frozen();

-- The activity log is append-only; rows go only with their project.
CREATE FUNCTION activity_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'activity rows are never changed';
END $$;
CREATE TRIGGER "activity_append_only" BEFORE UPDATE ON "Activity" FOR EACH ROW EXECUTE FUNCTION activity_append_only();

INSERT INTO "SlotPool" ("id", "capacity") VALUES (1, 6) ON CONFLICT DO NOTHING;
