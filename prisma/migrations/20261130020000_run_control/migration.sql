-- AlterTable
ALTER TABLE "AgentSession" ADD COLUMN     "takenOverAt" TIMESTAMPTZ(6),
ADD COLUMN     "takenOverBy" TEXT;

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "harness" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "holdsGroup" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "questionMode" TEXT NOT NULL DEFAULT 'ask';

-- AlterTable
ALTER TABLE "RunUndo" ADD COLUMN     "aliveAt" TIMESTAMPTZ(6);

-- Few rows of each at any time, looked for at every decision.
CREATE INDEX "run_holds_group" ON "Run" ("projectId") WHERE "holdsGroup";
CREATE INDEX "session_taken_over" ON "AgentSession" ("projectId", "ticketId") WHERE "takenOverBy" IS NOT NULL;
CREATE INDEX "undo_doing" ON "RunUndo" ("projectId") WHERE "state" = 'doing';
