-- DropForeignKey
ALTER TABLE "OutboxEvent" DROP CONSTRAINT "OutboxEvent_projectId_fkey";

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "heldFor" TEXT,
ADD COLUMN     "heldSince" TIMESTAMPTZ(6);

-- DropTable
DROP TABLE "OutboxEvent";

-- CreateTable
CREATE TABLE "FeedEvent" (
    "id" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "project" TEXT NOT NULL,
    "ticket" INTEGER,
    "event" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "FeedEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FeedHead" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "lastId" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "FeedHead_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FeedCursor" (
    "projectId" INTEGER NOT NULL,
    "revision" BIGINT NOT NULL,

    CONSTRAINT "FeedCursor_pkey" PRIMARY KEY ("projectId")
);

-- CreateIndex
CREATE INDEX "FeedEvent_at_idx" ON "FeedEvent"("at");

-- AddForeignKey
ALTER TABLE "FeedCursor" ADD CONSTRAINT "FeedCursor_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The feed begins now: history is not told again.
INSERT INTO "FeedHead" ("id", "lastId") VALUES (1, 0);
INSERT INTO "FeedCursor" ("projectId", "revision") SELECT "projectId", "revision" FROM "ProjectRevision";
