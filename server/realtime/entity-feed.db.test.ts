import { expect, it } from "vitest";
import { createTicket } from "#server/commands/create-ticket.ts";
import type { FeedEvent } from "#server/contracts/feed.ts";
import { numberFeed, readFeedHead } from "#server/store/sql/number-feed.ts";
import { createToken, openTestGateway } from "#server/testing/open-gateway.ts";
import { waitFor } from "#server/testing/wait-for.ts";
import { ask, upTo, useGateway } from "./fixtures/use-gateway.ts";

const live = useGateway();

async function happen(times: number): Promise<void> {
  const { database } = live.test;
  const ticket = { projectId: live.fixture.project.id, title: "x", status: "Backlog" };
  for (let index = 0; index < times; index += 1) {
    await createTicket(database, live.fixture.owner, ticket, new Date());
  }
  while ((await numberFeed(database)) > 0);
}

const lastId = async () => (await readFeedHead(live.test.database.sql)).lastId;

it("sends what was, then what comes, each event once", async () => {
  await happen(3);
  const start = (await lastId()) - 2;
  const socket = await live.join();
  const ids: number[] = [];
  socket.on("feed:events", ({ items }: { items: FeedEvent[] }) =>
    ids.push(...items.map(({ id }) => id)),
  );
  expect(await ask(socket, "feed:join", { after: start })).toEqual({ after: start });
  await Promise.all([happen(5), happen(5)]);
  const last = await lastId();
  await waitFor(() => ids.at(-1) === last, { what: "the newest event" });
  expect(ids).toEqual(upTo(last, start));

  await ask(socket, "feed:leave", {});
  await happen(1);
  const later = await live.join();
  const heard = new Promise((resolve) => later.once("feed:events", resolve));
  await ask(later, "feed:join", { after: last });
  expect(await heard).toMatchObject({ items: [{ id: last + 1 }] });
  expect(ids.at(-1)).toBe(last);
});

it("finds an event that no hint told within seconds", async () => {
  const deaf = await openTestGateway(live.test.database, live.test.url, { isListening: false });
  try {
    const socket = await live.connected(
      deaf.connect({ Authorization: `Bearer ${live.ownerToken}` }),
    );
    const heard = new Promise((resolve) => socket.once("feed:events", resolve));
    // What the fixture did.
    await happen(0);
    const after = await lastId();
    await ask(socket, "feed:join", { after });
    await happen(1);
    expect(await heard).toMatchObject({ items: [{ id: after + 1, event: "ticket_created" }] });
  } finally {
    await deaf.close();
  }
});

it("is not for viewers", async () => {
  const { database } = live.test;
  const user = await database.prisma.user.create({
    data: { handle: "vera", name: "Vera", role: "viewer" },
  });
  const token = await createToken(database, "personal", { userId: user.id });
  const socket = await live.connected(live.gateway.connect({ Authorization: `Bearer ${token}` }));
  expect(await ask(socket, "feed:join", { after: 0 })).toMatchObject({ code: "NOT_ALLOWED" });
});
