"use client";
import { Plus } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { Checkbox, Field, Input, TextArea } from "#app/_components/field.tsx";
import { IconButton } from "#app/_components/icon-button.tsx";
import { Kbd } from "#app/_components/kbd.tsx";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "#app/_components/menu.tsx";
import { Popover } from "#app/_components/popover.tsx";
import { RadioGroup } from "#app/_components/radio-group.tsx";
import { Select } from "#app/_components/select.tsx";
import { Switch } from "#app/_components/switch.tsx";
import { notify } from "#app/_components/toast.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { showcaseWords } from "./words.ts";

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-medium text-muted">{title}</h3>
      <div className="flex flex-wrap items-start gap-3">{children}</div>
    </section>
  );
}

export function ShowControls() {
  const t = useT(showcaseWords);
  const [choice, setChoice] = useState<"one" | "two">("one");
  const [isOn, setIsOn] = useState(true);
  const [isOpen, setIsOpen] = useState(false);
  const options = [
    { value: "one", label: t("one") },
    { value: "two", label: t("two") },
  ] as const;
  return (
    <>
      <Group title={t("buttons")}>
        {(["filled", "plain", "ghost", "danger"] as const).map((look) => (
          <Button key={look} look={look}>
            {t("sample")}
          </Button>
        ))}
        <Button size="small">{t("sample")}</Button>
        <Button size="large">{t("sample")}</Button>
        <Button disabled>{t("sample")}</Button>
        <IconButton label={t("sample")} shortcut="c" icon={<Plus size={16} aria-hidden />} />
        <Kbd keys="⌘K" />
      </Group>
      <Group title={t("fields")}>
        <Field label={t("sample")} hint={t("hint")}>
          {(parts) => <Input {...parts} defaultValue={t("sample")} />}
        </Field>
        <Field label={t("sample")} error={t("wrong")}>
          {(parts) => <Input {...parts} defaultValue={t("sample")} />}
        </Field>
        <TextArea aria-label={t("sample")} placeholder={t("sample")} className="w-56" />
        <Select
          aria-label={t("sample")}
          options={options}
          value={choice}
          onValueChange={setChoice}
        />
        <RadioGroup
          label={t("sample")}
          options={options.map((option) => ({ ...option, hint: t("hint") }))}
          value={choice}
          onValueChange={setChoice}
        />
        <Checkbox label={t("sample")} hint={t("hint")} defaultChecked />
        <Switch label={t("sample")} checked={isOn} onCheckedChange={setIsOn} />
      </Group>
      <Group title={t("overlays")}>
        <Menu trigger={<Button>{t("open")}</Button>}>
          <MenuLabel>{t("sample")}</MenuLabel>
          <MenuItem shortcut="⏎" hint={t("hint")}>
            {t("one")}
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger>{t("two")}</MenuItem>
        </Menu>
        <Popover label={t("sample")} trigger={<Button>{t("open")}</Button>}>
          {t("text")}
        </Popover>
        <Button onClick={() => setIsOpen(true)}>{t("open")}</Button>
        <Dialog
          open={isOpen}
          onOpenChange={setIsOpen}
          title={t("sample")}
          description={t("text")}
          actions={
            <Button look="filled" onClick={() => setIsOpen(false)}>
              {t("open")}
            </Button>
          }
        />
        <Button
          onClick={() =>
            notify({ text: t("text"), action: { label: t("open"), onClick: () => undefined } })
          }
        >
          {t("sample")}
        </Button>
      </Group>
    </>
  );
}
