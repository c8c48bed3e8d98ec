-- Search looks for parts of words, in any case.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE INDEX "ticket_title_search" ON "Ticket" USING gin ("title" gin_trgm_ops);
CREATE INDEX "ticket_description_search" ON "Ticket" USING gin ("description" gin_trgm_ops);
CREATE INDEX "comment_search" ON "Comment" USING gin ("content" gin_trgm_ops);
CREATE INDEX "run_result_search" ON "Run" USING gin ("resultText" gin_trgm_ops) WHERE "ticketId" IS NOT NULL;

-- What came into a column in the last 14 days, and what did not.
CREATE INDEX "ticket_column_entered" ON "Ticket" ("columnId", "enteredColumnAt") WHERE "deletedAt" IS NULL;
