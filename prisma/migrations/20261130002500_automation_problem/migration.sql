-- AlterTable
ALTER TABLE "AutomationState" ADD COLUMN     "failuresSince" TIMESTAMPTZ(6),
ADD COLUMN     "lastError" JSONB;
