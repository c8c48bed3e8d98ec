import { z } from "zod";
import { sentenceSchema } from "#server/contracts/why.ts";
import type { Sentence } from "#server/contracts/why.ts";
import { say } from "#server/core/dispatch/sentence.ts";
import { readCommitsSince, readTip } from "../../queries/git-commits.ts";
import type { Commit, Tip } from "../../queries/git-commits.ts";
import type { Prisma } from "../../store/generated/client.ts";
import { triggerAs } from "./poller.ts";
import type { Look, PollJob, Polled, Poller, Turn } from "./poller.ts";
import { takeTurn } from "./take-turn.ts";

/** A firing lists at most this many commits, newest first; `total` counts all of them. */
const MAX_LISTED = 200;
/** Characters of a commit's id in a sentence. */
const SHORT_ID = 8;

/** `commit` = newest one seen; null: there was none. `notice` = why it began anew, for people. */
const memorySchema = z.object({
  commit: z.string().nullable(),
  branch: z.string().nullish(),
  notice: z.object({ sentence: sentenceSchema, at: z.string() }).nullish(),
});
type Memory = z.infer<typeof memorySchema>;

/** A firing's payload. */
const newsSchema = z.object({
  commits: z.array(
    z.object({
      id: z.string(),
      author: z.string(),
      email: z.string(),
      at: z.string(),
      subject: z.string(),
    }),
  ),
  commitCount: z.number(),
  range: z.object({ from: z.string().nullable(), to: z.string() }),
});
type News = z.infer<typeof newsSchema>;

/** What git said before the turn, and from which commit on. */
interface Sight {
  tip: Tip & { commit: string };
  since: string | null;
  /** null: `since` is not in the branch's history any more. */
  found: { commits: Commit[]; total: number } | null;
}

/**
 * New commits of the workspace, all in one firing. Git is asked before the turn, so that a slow
 * repository locks nothing; what another worker stored meanwhile wins.
 */
export const pollCommits: Poller = {
  readsLogOnly: false,
  async poll(job) {
    const { branch } = triggerAs(job.automation, "gitCommit");
    const workspace = await readWorkspace(job);
    const tip = workspace === null ? null : await readTip(workspace, branch);
    if (workspace === null || tip === null) return nothing;
    const memory = await readMemory(job);
    const isSame = memory !== null && (memory.branch ?? null) === (branch ?? null);
    if (!isSame) {
      const start = { commit: tip.commit, branch: branch ?? null, notice: null };
      return takeTurn(job, () => Promise.resolve({ memory: start }));
    }
    if (tip.commit === null || tip.commit === memory.commit) return nothing;
    const found = await readCommitsSince(workspace, tip, memory.commit);
    const sight = { tip: { ...tip, commit: tip.commit }, since: memory.commit, found };
    return takeTurn(job, (turn) => compare(job, turn, sight));
  },
};

const nothing: Polled = { owed: 0, wakeInMs: null };

async function compare(job: PollJob, turn: Turn, sight: Sight): Promise<Look> {
  const { branch, ignoreAuthors } = triggerAs(turn.automation, "gitCommit");
  const known = memorySchema.safeParse(turn.memory);
  if (!known.success || known.data.commit !== sight.since) return {};
  const memory = { commit: sight.tip.commit, branch: branch ?? null };
  if (sight.found === null) {
    const sentence = restartSentence(sight);
    job.log.warn({ project: job.project.slug, automation: turn.automation.id }, sentence.text);
    return { memory: { ...memory, notice: { sentence, at: turn.now.toISOString() } } };
  }
  const { commits, total } = sight.found;
  const ignored = new Set(ignoreAuthors.map((author) => author.toLowerCase()));
  const others = commits.filter((commit) => !isBy(commit, ignored));
  const wanted = await withoutOwnWork(turn, others);
  // What was not read cannot be judged; it counts as wanted.
  const count = wanted.length + (total - commits.length);
  if (count === 0) return { memory: { ...memory, notice: known.data.notice ?? null } };
  const news: News = {
    commits: wanted.slice(0, MAX_LISTED).map((commit) => ({
      id: commit.id,
      author: commit.author.name,
      email: commit.author.email,
      at: commit.committedAt.toISOString(),
      subject: commit.subject,
    })),
    commitCount: count,
    range: { from: sight.since, to: sight.tip.commit },
  };
  if (await addToOwed(turn, news)) return { memory };
  return { occurrences: [{ ticketId: null, revision: null, payload: { ...news } }], memory };
}

/** Commits that an earlier look found and nobody started on: one list, as long as ever. */
async function addToOwed(turn: Turn, news: News): Promise<boolean> {
  const { tx, projectId, automation } = turn;
  const firing = await tx.firing.findFirst({
    where: { projectId, automationId: automation.id, state: "owed", cause: "trigger" },
    select: { id: true, payload: true },
  });
  const before = newsSchema.safeParse(firing?.payload);
  if (firing === null || !before.success) return false;
  const { commits, commitCount, range } = before.data;
  const { count } = await tx.firing.updateMany({
    where: { id: firing.id, state: "owed" },
    data: {
      payload: {
        ...(firing.payload as Prisma.JsonObject),
        commits: [...news.commits, ...commits].slice(0, MAX_LISTED),
        commitCount: commitCount + news.commitCount,
        range: { from: range.from, to: news.range.to },
      },
    },
  });
  return count === 1;
}

function restartSentence({ since, tip }: Sight): Sentence {
  return say("notice.history_restarted", {
    before: since?.slice(0, SHORT_ID) ?? "",
    now: tip.commit.slice(0, SHORT_ID),
  });
}

function isBy({ author, committer, coAuthors }: Commit, ignored: Set<string>): boolean {
  const isListed = (text: string): boolean => ignored.has(text.trim().toLowerCase());
  const signed = coAuthors.flatMap((text) => {
    const [, name = text, email = ""] = /^(.*?)\s*<([^>]*)>/.exec(text) ?? [];
    return [name, email];
  });
  return [author.name, author.email, committer.name, committer.email, ...signed].some(isListed);
}

/** Without the commits made while a run of this automation was active (rule 16). */
async function withoutOwnWork(turn: Turn, commits: Commit[]): Promise<Commit[]> {
  const [first] = commits;
  if (!first) return commits;
  const oldestMs = Math.min(...commits.map(({ committedAt }) => committedAt.getTime()));
  const runs = await turn.tx.run.findMany({
    where: {
      projectId: turn.projectId,
      automationId: turn.automation.id,
      OR: [{ endedAt: null }, { endedAt: { gte: new Date(oldestMs) } }],
    },
    select: { createdAt: true, startedAt: true, endedAt: true },
  });
  const spans = runs.map((run) => ({
    // Git counts whole seconds.
    fromMs: Math.floor((run.startedAt ?? run.createdAt).getTime() / 1_000) * 1_000,
    toMs: (run.endedAt ?? turn.now).getTime(),
  }));
  return commits.filter(({ committedAt }) => {
    const at = committedAt.getTime();
    return !spans.some(({ fromMs, toMs }) => at >= fromMs && at <= toMs);
  });
}

async function readWorkspace({ database, project }: PollJob): Promise<string | null> {
  const { workspaceRealPath } = await database.prisma.project.findUniqueOrThrow({
    where: { id: project.id },
    select: { workspaceRealPath: true },
  });
  return workspaceRealPath;
}

async function readMemory({ database, project, automation }: PollJob): Promise<Memory | null> {
  const state = await database.prisma.automationState.findUnique({
    where: { projectId_automationId: { projectId: project.id, automationId: automation.id } },
    select: { triggerType: true, edge: true },
  });
  if (state?.triggerType !== automation.trigger.type) return null;
  const known = memorySchema.safeParse(state.edge);
  return known.success ? known.data : null;
}
