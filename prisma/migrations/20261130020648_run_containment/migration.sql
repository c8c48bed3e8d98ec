-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "containment" TEXT,
ADD COLUMN     "prunedAt" TIMESTAMPTZ(6);
