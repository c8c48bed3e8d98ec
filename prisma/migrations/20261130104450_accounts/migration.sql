-- AlterTable
ALTER TABLE "User" ADD COLUMN     "rightsChangedAt" TIMESTAMPTZ(6);

-- CreateTable
CREATE TABLE "Invitation" (
    "id" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "isMaintainer" BOOLEAN NOT NULL DEFAULT false,
    "projectIds" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "createdById" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(6) NOT NULL,
    "usedAt" TIMESTAMPTZ(6),
    "revokedAt" TIMESTAMPTZ(6),

    CONSTRAINT "Invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AccountActivity" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actorKind" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "requestId" TEXT,

    CONSTRAINT "AccountActivity_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Invitation_tokenHash_key" ON "Invitation"("tokenHash");

-- CreateIndex
CREATE INDEX "AccountActivity_at_id_idx" ON "AccountActivity"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Activity_at_idx" ON "Activity"("at" DESC);

-- AddForeignKey
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The log of accounts is append-only; it belongs to no project, so that no row ever goes.
CREATE FUNCTION account_activity_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of the account log are never changed or deleted';
END $$;
CREATE TRIGGER "account_activity_append_only" BEFORE UPDATE OR DELETE ON "AccountActivity" FOR EACH ROW EXECUTE FUNCTION account_activity_append_only();
