-- CreateTable
CREATE TABLE "Checkpoint" (
    "id" BIGSERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "runId" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "turn" INTEGER NOT NULL,
    "commit" TEXT,
    "head" TEXT,
    "skipped" JSONB NOT NULL DEFAULT '{}',
    "error" TEXT,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Checkpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RunUndo" (
    "id" TEXT NOT NULL,
    "projectId" INTEGER NOT NULL,
    "runId" TEXT NOT NULL,
    "restores" TEXT,
    "toTurn" INTEGER,
    "state" TEXT NOT NULL DEFAULT 'owed',
    "requestedBy" TEXT NOT NULL,
    "requestedByKind" TEXT NOT NULL,
    "commitBefore" TEXT,
    "commitAfter" TEXT,
    "headBefore" TEXT,
    "headAfter" TEXT,
    "done" JSONB NOT NULL DEFAULT '{}',
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(6),

    CONSTRAINT "RunUndo_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Checkpoint_projectId_at_idx" ON "Checkpoint"("projectId", "at");

-- CreateIndex
CREATE UNIQUE INDEX "Checkpoint_runId_n_key" ON "Checkpoint"("runId", "n");

-- CreateIndex
CREATE INDEX "RunUndo_runId_createdAt_idx" ON "RunUndo"("runId", "createdAt");

-- CreateIndex
CREATE INDEX "RunUndo_projectId_state_idx" ON "RunUndo"("projectId", "state");

-- AddForeignKey
ALTER TABLE "Checkpoint" ADD CONSTRAINT "Checkpoint_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Checkpoint" ADD CONSTRAINT "Checkpoint_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RunUndo" ADD CONSTRAINT "RunUndo_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RunUndo" ADD CONSTRAINT "RunUndo_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
