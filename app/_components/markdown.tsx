import { createContext, memo, useContext } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { cn } from "./class-names.ts";
import { componentWords } from "./words.ts";
import { rehypePlaceTasks } from "./task-boxes.ts";
import { TicketLink } from "./ticket-link.tsx";
import { remarkTicketLinks } from "./ticket-links.ts";

/** Images of this board only: whatever an agent writes, no request leaves for another origin (S-19). */
const ownImage = /^\/(?:(?:api\/)?images|uploads)\/[\w.-]+$/;

/** Only what a `#42` became: slugs hold nothing that would have to be escaped. */
const ticketHref = /^\/p\/([\w-]+)\/t\/(\d{1,9})$/;

const schema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((tag) => !["picture", "source"].includes(tag)),
  protocols: { ...defaultSchema.protocols, href: ["http", "https", "mailto"], src: [] },
};

/** Headings of a text never outrank those of the page around it. */
const heading = "mt-3 mb-1 font-semibold first:mt-0";
const components: Components = {
  h1: ({ children }) => <h4 className={cn(heading, "text-lg")}>{children}</h4>,
  h2: ({ children }) => <h5 className={heading}>{children}</h5>,
  h3: ({ children }) => <h6 className={heading}>{children}</h6>,
  h4: ({ children }) => <h6 className={heading}>{children}</h6>,
  h5: ({ children }) => <h6 className={heading}>{children}</h6>,
  h6: ({ children }) => <h6 className={heading}>{children}</h6>,
  p: ({ children }) => <p className="my-2 first:mt-0 last:mb-0">{children}</p>,
  ul: ({ children }) => <ul className="my-2 list-disc pl-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="my-2 list-decimal pl-6">
      {children}
    </ol>
  ),
  li: ({ children }) => <li className="my-0.5">{children}</li>,
  blockquote: ({ children }) => (
    <blockquote className="my-2 border-l-2 border-line-strong pl-3 text-muted">
      {children}
    </blockquote>
  ),
  a: ({ href, children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  img: ({ src, alt }) => <MarkdownImage src={typeof src === "string" ? src : ""} alt={alt ?? ""} />,
  pre: ({ children }) => (
    <pre
      tabIndex={0}
      className="scroll-thin my-2 overflow-x-auto rounded border bg-sunken p-2 font-mono text-sm [&_code]:bg-transparent [&_code]:p-0"
    >
      {children}
    </pre>
  ),
  code: ({ children }) => (
    <code className="rounded-sm bg-sunken px-1 py-px font-mono text-sm break-words">
      {children}
    </code>
  ),
  table: ({ children }) => (
    <div className="scroll-thin my-2 overflow-x-auto" tabIndex={0}>
      <table className="border-collapse">{children}</table>
    </div>
  ),
  th: ({ children }) => <th className="border px-2 py-1 text-left font-medium">{children}</th>,
  td: ({ children }) => <td className="border px-2 py-1">{children}</td>,
  input: ({ node, checked }) => (
    <TaskBox place={Number(node?.properties["dataTask"] ?? -1)} isDone={checked === true} />
  ),
  hr: () => <hr className="my-3" />,
};

/** What a press on a box does; null: the boxes are for reading. */
type OnTask = (place: number, isDone: boolean) => void;
const TaskContext = createContext<OnTask | null>(null);

function TaskBox({ place, isDone }: { place: number; isDone: boolean }) {
  const onTask = useContext(TaskContext);
  const t = useT(componentWords);
  return (
    <input
      type="checkbox"
      className="mr-1.5 size-4 align-text-bottom accent-(--accent)"
      aria-label={t("task")}
      data-task={place}
      checked={isDone}
      disabled={onTask === null}
      onChange={(event) => onTask?.(place, event.target.checked)}
    />
  );
}

function MarkdownLink({
  href,
  children,
}: {
  href?: string | undefined;
  children?: React.ReactNode;
}) {
  if (href === undefined || href === "") return <span>{children}</span>;
  const [, slug, number] = ticketHref.exec(href) ?? [];
  if (slug !== undefined && number !== undefined)
    return (
      <TicketLink slug={slug} number={Number(number)}>
        {children}
      </TicketLink>
    );
  const isOwn = /^\/(?![/\\])/.test(href) || href.startsWith("#");
  const outside = isOwn ? {} : { target: "_blank", rel: "noopener noreferrer nofollow" };
  return (
    <a href={href} {...outside} className="break-words text-accent underline underline-offset-2">
      {children}
    </a>
  );
}

function MarkdownImage({ src, alt }: { src: string; alt: string }) {
  if (ownImage.test(src))
    return <img src={src} alt={alt} loading="lazy" className="my-2 max-w-full rounded border" />;
  return <span className="rounded-sm bg-sunken px-1 text-muted">{alt === "" ? src : alt}</span>;
}

export interface MarkdownProps {
  text: string;
  /** Project whose tickets `#42` means; without it such marks stay text. */
  slug?: string;
  className?: string;
  /** A box of a checklist was pressed: where its item begins in the text, and what it shall be. */
  onTask?: OnTask;
}

/** Text of people and agents: Markdown without HTML, scripts or images of other origins. */
export const Markdown = memo(function Markdown({ text, slug, className, onTask }: MarkdownProps) {
  return (
    <div className={cn("min-w-0 break-words", className)}>
      <TaskContext value={onTask ?? null}>
        <ReactMarkdown
          remarkPlugins={
            slug === undefined ? [remarkGfm] : [remarkGfm, [remarkTicketLinks, { slug }]]
          }
          rehypePlugins={[[rehypeSanitize, schema], rehypePlaceTasks]}
          components={components}
        >
          {text}
        </ReactMarkdown>
      </TaskContext>
    </div>
  );
});
