import { afterAll, beforeAll, beforeEach } from "vitest";
import { setDatabase } from "../store/client.ts";
import { createProjectFixture } from "./builders.ts";
import type { FixtureOptions, ProjectFixture } from "./builders.ts";
import { createTestDatabase } from "./database.ts";
import type { TestDatabase } from "./database.ts";

interface RouteScene {
  readonly test: TestDatabase;
  readonly fixture: ProjectFixture;
}

/** For tests that call routes: a database for the file, and a fresh project before every test. */
export function openRouteScene(options: FixtureOptions): RouteScene {
  let test: TestDatabase | undefined;
  let fixture: ProjectFixture | undefined;
  const there = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error("the scene is there only inside of a test");
    return value;
  };
  beforeAll(async () => {
    test = await createTestDatabase();
    setDatabase(test.database);
  });
  afterAll(() => test?.close());
  beforeEach(async () => {
    fixture = await createProjectFixture(there(test).database, options);
  });
  return {
    get test() {
      return there(test);
    },
    get fixture() {
      return there(fixture);
    },
  };
}
