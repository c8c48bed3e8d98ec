"use client";
import { Circle } from "lucide-react";
import type { Fleet } from "#server/contracts/fleet.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { useNow } from "#app/_lib/use-now.ts";
import { liveWords } from "./words.ts";

const windowNames = { five_hour: "window.five_hour", seven_day: "window.seven_day" } as const;
/** More places than this are told by their number alone. */
const maxDots = 16;

/** Places in use, what the provider said of its windows, and when the engine last looked. */
export function MachineLines({ fleet, readAt }: { fleet: Fleet; readAt: number }) {
  const t = useT(liveWords);
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-1">
      <dt className="text-muted">{t("places")}</dt>
      <dd>
        <PlaceDots {...fleet.places} />
        {fleet.waitingForPlace > 0 ? (
          <span className="block text-sm text-muted">
            {t("placesWait", { count: fleet.waitingForPlace })}
          </span>
        ) : null}
      </dd>
      <ProviderLines fleet={fleet} />
      <dt className="text-muted">{t("engine")}</dt>
      <dd data-engine>
        <EngineAge fleet={fleet} readAt={readAt} />
      </dd>
    </dl>
  );
}

function PlaceDots({ used, capacity }: { used: number; capacity: number }) {
  const t = useT(liveWords);
  const count = Math.max(used, capacity);
  return (
    <span className="flex flex-wrap items-center gap-x-1.5" data-places={`${used}/${capacity}`}>
      {count > maxDots ? null : (
        <span aria-hidden className="flex gap-0.5">
          {Array.from({ length: count }, (_, index) => (
            <Circle
              key={index}
              size={9}
              strokeWidth={2.5}
              fill={index < used ? "currentColor" : "none"}
              className={index < used ? "text-blue" : "text-muted"}
            />
          ))}
        </span>
      )}
      {t("placesUsed", { used, capacity })}
    </span>
  );
}

function ProviderLines({ fleet: { limit, windows, at } }: { fleet: Fleet }) {
  const t = useT(liveWords);
  const format = useFormat();
  const now = Date.parse(at);
  const nameOf = (type: string) =>
    type === "five_hour" || type === "seven_day"
      ? t(windowNames[type])
      : t("window.other", { type });
  return (
    <>
      {limit === null ? null : (
        <div className="col-span-2 text-violet" data-limit>
          <dt className="inline">
            {limit.model === ""
              ? t("limit", { time: format.clock(limit.until, now) })
              : t("limitModel", { model: limit.model, time: format.clock(limit.until, now) })}
          </dt>
          {limit.waiting > 0 ? (
            <dd className="inline"> · {t("limitWaits", { count: limit.waiting })}</dd>
          ) : null}
        </div>
      )}
      {windows.map(({ type, status, resetsAt }) => (
        <div key={type} className="col-span-2 grid grid-cols-subgrid" data-window={type}>
          <dt className="text-muted">{nameOf(type)}</dt>
          <dd>
            {status === "allowed" ? "" : `${t("window.warning")} `}
            {resetsAt === null ? "" : t("window.resets", { time: format.clock(resetsAt, now) })}
          </dd>
        </div>
      ))}
    </>
  );
}

/** By the server's clock at the reading, and by the browser's since: the two need not agree. */
function EngineAge({ fleet: { engine, at }, readAt }: { fleet: Fleet; readAt: number }) {
  const t = useT(liveWords);
  const format = useFormat();
  const now = useNow(1_000);
  const { lastTickAt, alive } = engine;
  const age = ageAt(lastTickAt, at, readAt, now);
  const text = age === null ? t("engineNever") : t("engineAge", { age: format.age(age) });
  return alive ? (
    <span aria-hidden={age !== null}>{text}</span>
  ) : (
    <span className="text-red">
      {t("engineDead")}
      {age === null ? "" : ` (${text})`}
    </span>
  );
}

/** How long ago something of the server's clock was, at `now` of this one; null = never. */
export function ageAt(
  moment: string | null,
  serverNow: string,
  readAt: number,
  now: number,
): number | null {
  if (moment === null) return null;
  const atReading = Date.parse(serverNow) - Date.parse(moment);
  return Math.max(0, atReading + Math.max(0, now - readAt));
}
