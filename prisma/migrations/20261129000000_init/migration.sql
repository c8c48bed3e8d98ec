-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "Installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "instanceId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "isPaused" BOOLEAN NOT NULL DEFAULT false,
    "pausedBy" TEXT,
    "pausedAt" TIMESTAMPTZ(6),

    CONSTRAINT "Installation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SlotPool" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "capacity" INTEGER NOT NULL DEFAULT 6,

    CONSTRAINT "SlotPool_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "User" (
    "id" SERIAL NOT NULL,
    "handle" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "isMaintainer" BOOLEAN NOT NULL DEFAULT false,
    "passwordHash" TEXT,
    "locale" TEXT,
    "lastSeenAt" TIMESTAMPTZ(6),
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabledAt" TIMESTAMPTZ(6),

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BrowserSession" (
    "id" TEXT NOT NULL,
    "userId" INTEGER NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "userAgent" TEXT,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(6) NOT NULL,
    "revokedAt" TIMESTAMPTZ(6),

    CONSTRAINT "BrowserSession_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ApiToken" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT,
    "userId" INTEGER,
    "tokenHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(6),
    "usedAt" TIMESTAMPTZ(6),
    "revokedAt" TIMESTAMPTZ(6),

    CONSTRAINT "ApiToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Project" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "workspacePath" TEXT,
    "workspaceRealPath" TEXT,
    "isPaused" BOOLEAN NOT NULL DEFAULT false,
    "pausedBy" TEXT,
    "pausedAt" TIMESTAMPTZ(6),
    "isDemo" BOOLEAN NOT NULL DEFAULT false,
    "isImported" BOOLEAN NOT NULL DEFAULT false,
    "permissionLevel" TEXT NOT NULL DEFAULT 'edit',
    "allowedCommands" TEXT[],
    "isolation" TEXT NOT NULL DEFAULT 'workspace',
    "timeZone" TEXT NOT NULL DEFAULT 'UTC',
    "fallbackModel" TEXT,
    "agentsMayFinish" BOOLEAN NOT NULL DEFAULT false,
    "onLost" TEXT NOT NULL DEFAULT 'resume',
    "answerWaitSeconds" INTEGER NOT NULL DEFAULT 300,
    "skillChange" TEXT NOT NULL DEFAULT 'fresh',
    "retentionDays" INTEGER NOT NULL DEFAULT 90,
    "trustedSettingsHash" TEXT,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProjectRevision" (
    "projectId" INTEGER NOT NULL,
    "revision" BIGINT NOT NULL DEFAULT 0,
    "nextTicket" INTEGER NOT NULL DEFAULT 1,
    "nextComment" INTEGER NOT NULL DEFAULT 1,
    "nextColumn" INTEGER NOT NULL DEFAULT 1,
    "nextLabel" INTEGER NOT NULL DEFAULT 1,
    "nextMember" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ProjectRevision_pkey" PRIMARY KEY ("projectId")
);

-- CreateTable
CREATE TABLE "BudgetLock" (
    "projectId" INTEGER NOT NULL,

    CONSTRAINT "BudgetLock_pkey" PRIMARY KEY ("projectId")
);

-- CreateTable
CREATE TABLE "GroupLock" (
    "projectId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "GroupLock_pkey" PRIMARY KEY ("projectId","name")
);

-- CreateTable
CREATE TABLE "BoardColumn" (
    "id" SERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL DEFAULT '#5a6a80',
    "role" TEXT NOT NULL DEFAULT 'normal',
    "sort" TEXT NOT NULL DEFAULT 'manual',
    "position" INTEGER NOT NULL,
    "wipLimit" INTEGER,
    "wipHard" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "BoardColumn_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Label" (
    "id" SERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL DEFAULT '#6366f1',

    CONSTRAINT "Label_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Member" (
    "id" SERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "agentType" TEXT,
    "userId" INTEGER,
    "heldBy" TEXT,
    "heldAt" TIMESTAMPTZ(6),
    "heldUntil" TIMESTAMPTZ(6),
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removedAt" TIMESTAMPTZ(6),

    CONSTRAINT "Member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Ticket" (
    "id" SERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "columnId" INTEGER NOT NULL,
    "orderKey" TEXT NOT NULL,
    "assignee" TEXT,
    "priority" INTEGER NOT NULL DEFAULT 1,
    "parentId" INTEGER,
    "level" INTEGER NOT NULL DEFAULT 1,
    "createdBy" TEXT NOT NULL,
    "createdByKind" TEXT NOT NULL DEFAULT 'person',
    "createdByRunId" TEXT,
    "contract" JSONB,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "enteredColumnAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastActivityAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(6),
    "deletedBy" TEXT,

    CONSTRAINT "Ticket_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TicketLabel" (
    "ticketId" INTEGER NOT NULL,
    "labelId" INTEGER NOT NULL,

    CONSTRAINT "TicketLabel_pkey" PRIMARY KEY ("ticketId","labelId")
);

-- CreateTable
CREATE TABLE "TicketBlocker" (
    "ticketId" INTEGER NOT NULL,
    "blockerId" INTEGER NOT NULL,

    CONSTRAINT "TicketBlocker_pkey" PRIMARY KEY ("ticketId","blockerId")
);

-- CreateTable
CREATE TABLE "TicketDraft" (
    "ticketId" INTEGER NOT NULL,
    "userId" INTEGER NOT NULL,
    "title" TEXT,
    "description" TEXT,
    "baseRevision" INTEGER NOT NULL,
    "updatedAt" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "TicketDraft_pkey" PRIMARY KEY ("ticketId","userId")
);

-- CreateTable
CREATE TABLE "Comment" (
    "id" SERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "ticketId" INTEGER NOT NULL,
    "content" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "authorKind" TEXT NOT NULL,
    "runId" TEXT,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "editedAt" TIMESTAMPTZ(6),

    CONSTRAINT "Comment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Activity" (
    "projectId" INTEGER NOT NULL,
    "revision" BIGINT NOT NULL,
    "ticketId" INTEGER,
    "ticketNumber" INTEGER,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actorKind" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "runId" TEXT,
    "automationId" TEXT,
    "kind" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "requestId" TEXT,

    CONSTRAINT "Activity_pkey" PRIMARY KEY ("projectId","revision")
);

-- CreateTable
CREATE TABLE "IdempotencyKey" (
    "actor" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "response" JSONB,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("actor","key")
);

-- CreateTable
CREATE TABLE "Skill" (
    "projectId" INTEGER NOT NULL,
    "agent" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "frontMatter" JSONB NOT NULL DEFAULT '{}',
    "problems" JSONB NOT NULL DEFAULT '[]',
    "sizeBytes" INTEGER NOT NULL,
    "updatedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Skill_pkey" PRIMARY KEY ("projectId","agent")
);

-- CreateTable
CREATE TABLE "SkillVersion" (
    "projectId" INTEGER NOT NULL,
    "agent" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "savedBy" TEXT NOT NULL,
    "savedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SkillVersion_pkey" PRIMARY KEY ("projectId","agent","version")
);

-- CreateTable
CREATE TABLE "AutomationFile" (
    "projectId" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "liveText" TEXT,
    "liveHash" TEXT,
    "seenHash" TEXT,
    "problems" JSONB NOT NULL DEFAULT '[]',
    "disabled" JSONB NOT NULL DEFAULT '[]',
    "loadedAt" TIMESTAMPTZ(6),

    CONSTRAINT "AutomationFile_pkey" PRIMARY KEY ("projectId")
);

-- CreateTable
CREATE TABLE "AutomationState" (
    "projectId" INTEGER NOT NULL,
    "automationId" TEXT NOT NULL,
    "triggerType" TEXT NOT NULL,
    "cursor" BIGINT NOT NULL DEFAULT 0,
    "lastPolledAt" TIMESTAMPTZ(6),
    "nextRunAt" TIMESTAMPTZ(6),
    "edge" JSONB,
    "startsAfter" BIGINT,
    "isEnabled" BOOLEAN NOT NULL DEFAULT true,
    "heldBy" TEXT,
    "heldAt" TIMESTAMPTZ(6),
    "heldUntil" TIMESTAMPTZ(6),
    "updatedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AutomationState_pkey" PRIMARY KEY ("projectId","automationId")
);

-- CreateTable
CREATE TABLE "AgentSession" (
    "projectId" INTEGER NOT NULL,
    "agent" TEXT NOT NULL,
    "ticketId" INTEGER NOT NULL,
    "sessionId" TEXT NOT NULL,
    "cwd" TEXT NOT NULL,
    "isStarted" BOOLEAN NOT NULL DEFAULT false,
    "skillHash" TEXT,
    "skillVersion" INTEGER,
    "cliVersion" TEXT,
    "lastTotalUsd" DECIMAL(14,8),
    "lastRevision" BIGINT,
    "updatedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AgentSession_pkey" PRIMARY KEY ("projectId","agent","ticketId")
);

-- CreateTable
CREATE TABLE "Firing" (
    "id" BIGSERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "automationId" TEXT,
    "ticketId" INTEGER,
    "agent" TEXT,
    "cause" TEXT NOT NULL,
    "sourceSeq" BIGINT,
    "dueAt" TIMESTAMPTZ(6) NOT NULL,
    "payload" JSONB NOT NULL DEFAULT '{}',
    "state" TEXT NOT NULL DEFAULT 'owed',
    "reason" TEXT,
    "requestedBy" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settledAt" TIMESTAMPTZ(6),

    CONSTRAINT "Firing_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Run" (
    "id" TEXT NOT NULL,
    "projectId" INTEGER NOT NULL,
    "ticketId" INTEGER,
    "agent" TEXT NOT NULL,
    "automationId" TEXT,
    "firingId" BIGINT,
    "cause" TEXT NOT NULL,
    "causeText" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "outcome" TEXT,
    "verdict" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "previousRunId" TEXT,
    "fence" INTEGER NOT NULL DEFAULT 0,
    "workerId" TEXT,
    "leaseUntil" TIMESTAMPTZ(6),
    "processNumber" INTEGER NOT NULL DEFAULT 0,
    "groupName" TEXT,
    "exclusions" TEXT[],
    "sessionId" TEXT,
    "isResume" BOOLEAN NOT NULL DEFAULT false,
    "prompt" TEXT NOT NULL,
    "skillHash" TEXT,
    "skillVersion" INTEGER,
    "model" TEXT,
    "fallbackModel" TEXT,
    "agentType" TEXT,
    "permissionLevel" TEXT NOT NULL,
    "allowedTools" TEXT[],
    "disallowedTools" TEXT[],
    "env" JSONB NOT NULL DEFAULT '{}',
    "maxTurns" INTEGER NOT NULL,
    "maxCostUsd" DECIMAL(14,8),
    "budgetUsd" DECIMAL(14,8),
    "timeoutSeconds" INTEGER NOT NULL,
    "orphanLimitSeconds" INTEGER NOT NULL DEFAULT 3600,
    "isolation" TEXT NOT NULL DEFAULT 'workspace',
    "cwd" TEXT NOT NULL,
    "contract" JSONB NOT NULL,
    "contractHash" TEXT NOT NULL,
    "actionsAfter" JSONB NOT NULL DEFAULT '[]',
    "actionsDone" INTEGER NOT NULL DEFAULT 0,
    "restoreStatusOnFail" BOOLEAN NOT NULL DEFAULT true,
    "forcedGates" TEXT[],
    "columnBefore" TEXT,
    "columnAfter" TEXT,
    "ticketRevision" INTEGER,
    "admittedRevision" BIGINT NOT NULL,
    "isDemo" BOOLEAN NOT NULL DEFAULT false,
    "tokenHash" TEXT,
    "tokenSecret" TEXT,
    "nextSeq" INTEGER NOT NULL DEFAULT 1,
    "spoolOffset" BIGINT NOT NULL DEFAULT 0,
    "stderrOffset" BIGINT NOT NULL DEFAULT 0,
    "costUsd" DECIMAL(14,8) NOT NULL DEFAULT 0,
    "isCostEstimated" BOOLEAN NOT NULL DEFAULT false,
    "turns" INTEGER NOT NULL DEFAULT 0,
    "contextTokens" INTEGER,
    "lastAction" TEXT,
    "lastActionAt" TIMESTAMPTZ(6),
    "cliVersion" TEXT,
    "stopRequestedAt" TIMESTAMPTZ(6),
    "stopRequestedBy" TEXT,
    "stopRequestedByKind" TEXT,
    "error" TEXT,
    "resultText" TEXT,
    "resetsAt" TIMESTAMPTZ(6),
    "wakeOn" JSONB,
    "isStopLifted" BOOLEAN NOT NULL DEFAULT false,
    "hasProgress" BOOLEAN NOT NULL DEFAULT false,
    "commitBefore" TEXT,
    "commitAfter" TEXT,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimedAt" TIMESTAMPTZ(6),
    "startedAt" TIMESTAMPTZ(6),
    "endedAt" TIMESTAMPTZ(6),
    "exitCode" INTEGER,
    "exitSignal" TEXT,

    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RunEvent" (
    "runId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "kind" TEXT NOT NULL,
    "parent" TEXT,
    "payload" JSONB NOT NULL,
    "processNumber" INTEGER NOT NULL,
    "offset" BIGINT NOT NULL,

    CONSTRAINT "RunEvent_pkey" PRIMARY KEY ("runId","seq")
);

-- CreateTable
CREATE TABLE "RunCommand" (
    "id" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "actor" TEXT NOT NULL,
    "actorKind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deliveredAt" TIMESTAMPTZ(6),

    CONSTRAINT "RunCommand_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Question" (
    "id" TEXT NOT NULL,
    "projectId" INTEGER NOT NULL,
    "ticketId" INTEGER,
    "runId" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "answer" JSONB,
    "answeredBy" TEXT,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answeredAt" TIMESTAMPTZ(6),

    CONSTRAINT "Question_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "InboxItem" (
    "id" BIGSERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "ticketId" INTEGER,
    "runId" TEXT,
    "kind" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "addressee" TEXT,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closedAt" TIMESTAMPTZ(6),
    "closedBy" TEXT,

    CONSTRAINT "InboxItem_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Reservation" (
    "runId" TEXT NOT NULL,
    "projectId" INTEGER NOT NULL,
    "amountUsd" DECIMAL(14,8) NOT NULL,
    "usedUsd" DECIMAL(14,8) NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closedAt" TIMESTAMPTZ(6),

    CONSTRAINT "Reservation_pkey" PRIMARY KEY ("runId")
);

-- CreateTable
CREATE TABLE "LedgerEntry" (
    "id" BIGSERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "runId" TEXT,
    "ticketId" INTEGER,
    "agent" TEXT NOT NULL,
    "model" TEXT,
    "day" DATE NOT NULL,
    "kind" TEXT NOT NULL,
    "amountUsd" DECIMAL(14,8) NOT NULL,
    "isEstimated" BOOLEAN NOT NULL DEFAULT false,
    "isUnpriced" BOOLEAN NOT NULL DEFAULT false,
    "raw" JSONB NOT NULL DEFAULT '{}',
    "sourceKey" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LedgerEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GateResult" (
    "id" BIGSERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "automationId" TEXT NOT NULL,
    "ticketId" INTEGER,
    "code" TEXT NOT NULL,
    "isPassing" BOOLEAN NOT NULL,
    "expected" JSONB,
    "actual" JSONB,
    "firstSeenAt" TIMESTAMPTZ(6) NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(6) NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "GateResult_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OutboxEvent" (
    "id" BIGSERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "event" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "relayedAt" TIMESTAMPTZ(6),

    CONSTRAINT "OutboxEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Worker" (
    "id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "bootId" TEXT NOT NULL,
    "pidNamespace" TEXT NOT NULL,
    "processStart" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "heartbeatAt" TIMESTAMPTZ(6) NOT NULL,
    "lastTickAt" TIMESTAMPTZ(6),
    "isDraining" BOOLEAN NOT NULL DEFAULT false,
    "claude" JSONB NOT NULL DEFAULT '{}',
    "stoppedAt" TIMESTAMPTZ(6),

    CONSTRAINT "Worker_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProviderLimit" (
    "id" BIGSERIAL NOT NULL,
    "login" TEXT NOT NULL,
    "model" TEXT NOT NULL DEFAULT '',
    "until" TIMESTAMPTZ(6) NOT NULL,
    "reason" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ProviderLimit_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Installation_instanceId_key" ON "Installation"("instanceId");

-- CreateIndex
CREATE UNIQUE INDEX "User_handle_key" ON "User"("handle");

-- CreateIndex
CREATE UNIQUE INDEX "BrowserSession_tokenHash_key" ON "BrowserSession"("tokenHash");

-- CreateIndex
CREATE INDEX "BrowserSession_userId_idx" ON "BrowserSession"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "ApiToken_tokenHash_key" ON "ApiToken"("tokenHash");

-- CreateIndex
CREATE INDEX "ApiToken_kind_idx" ON "ApiToken"("kind");

-- CreateIndex
CREATE UNIQUE INDEX "Project_slug_key" ON "Project"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "Project_workspaceRealPath_key" ON "Project"("workspaceRealPath");

-- CreateIndex
CREATE UNIQUE INDEX "BoardColumn_projectId_number_key" ON "BoardColumn"("projectId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "BoardColumn_projectId_name_key" ON "BoardColumn"("projectId", "name");

-- CreateIndex
CREATE INDEX "Label_projectId_name_idx" ON "Label"("projectId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Label_projectId_number_key" ON "Label"("projectId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "Member_projectId_number_key" ON "Member"("projectId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "Member_projectId_slug_key" ON "Member"("projectId", "slug");

-- CreateIndex
CREATE INDEX "Ticket_columnId_orderKey_idx" ON "Ticket"("columnId", "orderKey");

-- CreateIndex
CREATE INDEX "Ticket_projectId_assignee_idx" ON "Ticket"("projectId", "assignee");

-- CreateIndex
CREATE INDEX "Ticket_parentId_idx" ON "Ticket"("parentId");

-- CreateIndex
CREATE UNIQUE INDEX "Ticket_projectId_number_key" ON "Ticket"("projectId", "number");

-- CreateIndex
CREATE INDEX "TicketLabel_labelId_idx" ON "TicketLabel"("labelId");

-- CreateIndex
CREATE INDEX "TicketBlocker_blockerId_idx" ON "TicketBlocker"("blockerId");

-- CreateIndex
CREATE INDEX "Comment_ticketId_id_idx" ON "Comment"("ticketId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Comment_projectId_number_key" ON "Comment"("projectId", "number");

-- CreateIndex
CREATE INDEX "Activity_ticketId_revision_idx" ON "Activity"("ticketId", "revision");

-- CreateIndex
CREATE INDEX "Firing_projectId_state_idx" ON "Firing"("projectId", "state");

-- CreateIndex
CREATE INDEX "Firing_ticketId_idx" ON "Firing"("ticketId");

-- CreateIndex
CREATE UNIQUE INDEX "Run_tokenHash_key" ON "Run"("tokenHash");

-- CreateIndex
CREATE INDEX "Run_projectId_createdAt_idx" ON "Run"("projectId", "createdAt");

-- CreateIndex
CREATE INDEX "Run_ticketId_createdAt_idx" ON "Run"("ticketId", "createdAt");

-- CreateIndex
CREATE INDEX "Run_projectId_agent_createdAt_idx" ON "Run"("projectId", "agent", "createdAt");

-- CreateIndex
CREATE INDEX "RunCommand_runId_state_idx" ON "RunCommand"("runId", "state");

-- CreateIndex
CREATE UNIQUE INDEX "Question_runId_requestId_key" ON "Question"("runId", "requestId");

-- CreateIndex
CREATE INDEX "Reservation_projectId_closedAt_idx" ON "Reservation"("projectId", "closedAt");

-- CreateIndex
CREATE UNIQUE INDEX "LedgerEntry_sourceKey_key" ON "LedgerEntry"("sourceKey");

-- CreateIndex
CREATE INDEX "LedgerEntry_projectId_day_idx" ON "LedgerEntry"("projectId", "day");

-- CreateIndex
CREATE INDEX "LedgerEntry_runId_idx" ON "LedgerEntry"("runId");

-- CreateIndex
CREATE INDEX "GateResult_projectId_automationId_ticketId_idx" ON "GateResult"("projectId", "automationId", "ticketId");

-- CreateIndex
CREATE UNIQUE INDEX "ProviderLimit_login_model_key" ON "ProviderLimit"("login", "model");

-- AddForeignKey
ALTER TABLE "BrowserSession" ADD CONSTRAINT "BrowserSession_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProjectRevision" ADD CONSTRAINT "ProjectRevision_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BudgetLock" ADD CONSTRAINT "BudgetLock_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupLock" ADD CONSTRAINT "GroupLock_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BoardColumn" ADD CONSTRAINT "BoardColumn_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Label" ADD CONSTRAINT "Label_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Member" ADD CONSTRAINT "Member_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Ticket" ADD CONSTRAINT "Ticket_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Ticket" ADD CONSTRAINT "Ticket_columnId_fkey" FOREIGN KEY ("columnId") REFERENCES "BoardColumn"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Ticket" ADD CONSTRAINT "Ticket_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Ticket"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TicketLabel" ADD CONSTRAINT "TicketLabel_ticketId_fkey" FOREIGN KEY ("ticketId") REFERENCES "Ticket"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TicketLabel" ADD CONSTRAINT "TicketLabel_labelId_fkey" FOREIGN KEY ("labelId") REFERENCES "Label"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TicketBlocker" ADD CONSTRAINT "TicketBlocker_ticketId_fkey" FOREIGN KEY ("ticketId") REFERENCES "Ticket"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TicketBlocker" ADD CONSTRAINT "TicketBlocker_blockerId_fkey" FOREIGN KEY ("blockerId") REFERENCES "Ticket"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TicketDraft" ADD CONSTRAINT "TicketDraft_ticketId_fkey" FOREIGN KEY ("ticketId") REFERENCES "Ticket"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TicketDraft" ADD CONSTRAINT "TicketDraft_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Comment" ADD CONSTRAINT "Comment_ticketId_fkey" FOREIGN KEY ("ticketId") REFERENCES "Ticket"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Activity" ADD CONSTRAINT "Activity_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Skill" ADD CONSTRAINT "Skill_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillVersion" ADD CONSTRAINT "SkillVersion_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AutomationFile" ADD CONSTRAINT "AutomationFile_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AutomationState" ADD CONSTRAINT "AutomationState_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentSession" ADD CONSTRAINT "AgentSession_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Firing" ADD CONSTRAINT "Firing_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Firing" ADD CONSTRAINT "Firing_ticketId_fkey" FOREIGN KEY ("ticketId") REFERENCES "Ticket"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_ticketId_fkey" FOREIGN KEY ("ticketId") REFERENCES "Ticket"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_firingId_fkey" FOREIGN KEY ("firingId") REFERENCES "Firing"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RunEvent" ADD CONSTRAINT "RunEvent_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RunCommand" ADD CONSTRAINT "RunCommand_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Question" ADD CONSTRAINT "Question_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Question" ADD CONSTRAINT "Question_ticketId_fkey" FOREIGN KEY ("ticketId") REFERENCES "Ticket"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Question" ADD CONSTRAINT "Question_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InboxItem" ADD CONSTRAINT "InboxItem_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InboxItem" ADD CONSTRAINT "InboxItem_ticketId_fkey" FOREIGN KEY ("ticketId") REFERENCES "Ticket"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Reservation" ADD CONSTRAINT "Reservation_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Reservation" ADD CONSTRAINT "Reservation_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LedgerEntry" ADD CONSTRAINT "LedgerEntry_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GateResult" ADD CONSTRAINT "GateResult_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OutboxEvent" ADD CONSTRAINT "OutboxEvent_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
