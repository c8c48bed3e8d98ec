import type { Socket } from "socket.io-client";
import { beforeEach, expect, it } from "vitest";
import type { PresenceMessage } from "#server/contracts/live.ts";
import { createToken } from "#server/testing/open-gateway.ts";
import { waitFor } from "#server/testing/wait-for.ts";
import { ask, useGateway } from "./fixtures/use-gateway.ts";
import { GONE_WITHIN_MS } from "./presence.ts";

const live = useGateway();
let sam: number;
let vera: number;

beforeEach(async () => {
  const person = async (handle: string, name: string, role: string) =>
    (
      await live.test.database.prisma.user.upsert({
        where: { handle },
        create: { handle, name, role },
        update: {},
      })
    ).id;
  sam = await person("sam", "Sam", "member");
  vera = await person("vera", "Vera", "viewer");
});

/** A browser with the board open; `answers` switches off what every browser does by itself. */
async function open(userId: number, answers = true) {
  const token = await createToken(live.test.database, "personal", { userId });
  const socket = await live.connected(live.gateway.connect({ authorization: `Bearer ${token}` }));
  const heard: { newest: PresenceMessage | null } = { newest: null };
  socket.on("presence", (message: PresenceMessage) => (heard.newest = message));
  if (answers) socket.on("presence:check", (_message: unknown, ack: () => void) => ack());
  await ask(socket, "board:join", { project: slug(), revision: 0 });
  return { socket, heard, people: (ticket: number) => peopleOf(heard.newest, ticket) };
}
const slug = () => live.fixture.project.slug;
const peopleOf = (message: PresenceMessage | null, ticket: number) =>
  message?.tickets.find((one) => one.ticket === ticket)?.people.map((one) => one.name) ?? [];
const sit = (socket: Socket, ticket: number, isWriting = false) =>
  ask(socket, "presence:set", { project: slug(), ticket, isWriting });

it("tells who has a ticket open and who writes, once for each person, and when they leave", async () => {
  const owner = await open(live.fixture.owner.userId);
  const one = await open(sam);
  const two = await open(sam);
  await sit(one.socket, 1);
  await sit(two.socket, 1, true);
  await waitFor(() => owner.heard.newest?.tickets[0]?.people[0]?.isWriting, { what: "writing" });
  expect(owner.heard.newest).toEqual({
    project: slug(),
    tickets: [{ ticket: 1, people: [{ handle: "sam", name: "Sam", isWriting: true }] }],
  });
  // Who opens the board later is told what there is.
  const late = await open(live.fixture.owner.userId);
  await waitFor(() => late.people(1).length === 1, { what: "what there is" });
  await sit(two.socket, 7);
  await waitFor(() => owner.people(7).length === 1);
  expect(owner.people(1)).toEqual(["Sam"]);
  await ask(one.socket, "presence:leave", {});
  await waitFor(() => owner.people(1).length === 0);
  two.socket.disconnect();
  await waitFor(() => owner.heard.newest?.tickets.length === 0);
});

it("counts one whose line does not answer as gone within ten seconds, and as there again when it does", async () => {
  const owner = await open(live.fixture.owner.userId);
  const silent = await open(sam, false);
  await sit(silent.socket, 1);
  await waitFor(() => owner.people(1).length === 1);
  await waitFor(() => owner.people(1).length === 0, { timeoutMs: 15_000, what: "gone" });
  expect(GONE_WITHIN_MS).toBeLessThan(10_000);
  silent.socket.on("presence:check", (_message: unknown, ack: () => void) => ack());
  await waitFor(() => owner.people(1).length === 1, { timeoutMs: 15_000, what: "back" });
}, 40_000);

it("is said by people only, about projects they may read", async () => {
  const agentless = await open(live.fixture.owner.userId);
  await live.test.database.prisma.member.updateMany({
    where: { projectId: live.fixture.project.id, userId: vera },
    data: { removedAt: new Date() },
  });
  const token = await createToken(live.test.database, "personal", { userId: vera });
  const socket = await live.connected(live.gateway.connect({ authorization: `Bearer ${token}` }));
  expect(await sit(socket, 1)).toMatchObject({ code: "NOT_ALLOWED" });
  expect(await ask(socket, "presence:set", { project: slug() })).toMatchObject({ code: "INVALID" });
  await sit(agentless.socket, 1);
  await waitFor(() => agentless.people(1).length === 1);
  expect(agentless.people(1)).toEqual(["Owner"]);
});
