-- A run's row is written anew at each of its steps: what no query asks for is not kept up.
DROP INDEX "run_leases";

-- The order of a column is "ticket_column_order".
DROP INDEX "Ticket_columnId_orderKey_idx";

-- What an admission answers for its ticket.
CREATE INDEX "inbox_open_ticket" ON "InboxItem" ("ticketId") WHERE "closedAt" IS NULL AND "ticketId" IS NOT NULL;

-- Asked only where a statement names one of the two.
DROP TRIGGER "run_contract_frozen" ON "Run";
CREATE TRIGGER "run_contract_frozen" BEFORE UPDATE OF "contract", "contractHash" ON "Run" FOR EACH ROW EXECUTE FUNCTION run_contract_frozen();
