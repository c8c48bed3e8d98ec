"use client";
import type { AgentCli } from "#server/contracts/project.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSystem } from "#app/_lib/queries.ts";
import { isPersonalLogin } from "./personal-login.ts";
import { Section } from "./section.tsx";
import { usePeople } from "./use-account.ts";
import { accountWords } from "./words.ts";

/** Whose key or login agents use on this machine, with a warning where one person's serves several. */
export function WhoPays() {
  const t = useT(accountWords);
  const { data: system } = useSystem();
  const { data: people = [] } = usePeople();
  const count = people.filter(({ isDisabled }) => !isDisabled).length;
  const claude = system?.claude ?? null;
  return (
    <Section title={t("pays.title")}>
      <p>
        {claude === null ? t("pays.unknown") : <Payer claude={claude} />}{" "}
        {claude?.subscription ? t("pays.plan", { plan: claude.subscription }) : null}
      </p>
      {claude !== null && isPersonalLogin(claude) && count > 1 ? (
        <p className="mt-2 rounded border border-amber bg-amber-tint px-3 py-2 text-amber">
          {t("pays.shared", { count })}
        </p>
      ) : null}
    </Section>
  );
}

function Payer({ claude }: { claude: AgentCli }) {
  const t = useT(accountWords);
  if (claude.keyEnd) return t("pays.key", { end: claude.keyEnd });
  if (!claude.loggedIn || claude.support === "missing") return t("pays.none");
  if (claude.account) return t("pays.login", { account: claude.account });
  return t("pays.method", { method: claude.authMethod ?? "claude" });
}
