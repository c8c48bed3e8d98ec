import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Markdown } from "./markdown.tsx";

const render = (text: string, slug?: string): string =>
  renderToStaticMarkup(<Markdown text={text} {...(slug === undefined ? {} : { slug })} />);

const evil = "https://evil.example/x";
const tags = [
  `<script>alert(1)</script>`,
  `<script src="${evil}"></script>`,
  `<img src=x onerror=alert(1)>`,
  `<img src="${evil}.png">`,
  `<svg onload=alert(1)></svg>`,
  `<svg><script>alert(1)</script></svg>`,
  `<svg><use href="${evil}#a"/></svg>`,
  `<iframe src="${evil}"></iframe>`,
  `<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
  `<object data="${evil}"></object>`,
  `<embed src="${evil}">`,
  `<link rel=stylesheet href="${evil}">`,
  `<style>@import "${evil}";</style>`,
  `<base href="${evil}">`,
  `<meta http-equiv=refresh content="0;url=${evil}">`,
  `<form action="${evil}"><button>x</button></form>`,
  `<video src="${evil}" autoplay></video>`,
  `<audio src="${evil}" autoplay></audio>`,
  `<picture><source srcset="${evil}"><img></picture>`,
  `<input type=image src="${evil}">`,
  `<body onload=alert(1)>`,
  `<details open ontoggle=alert(1)>x</details>`,
  `<a href="javascript:alert(1)">x</a>`,
  `<div style="background:url(${evil})">x</div>`,
  `<math><mi xlink:href="javascript:alert(1)">x</mi></math>`,
  `<template><script>alert(1)</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`,
  `<x onclick=alert(1)>x</x>`,
  `<!--><img src=x onerror=alert(1)>-->`,
  `<![CDATA[<script>alert(1)</script>]]>`,
];
const schemes = [
  "javascript:",
  "JaVaScRiPt:",
  " javascript:",
  "java\tscript:",
  "vbscript:",
  "data:text/html,",
  "file:///",
  "blob:",
  "about:",
  "ftp://evil/",
];
const addresses = schemes.map((scheme) => `${scheme}alert(1)`);
const links = addresses.flatMap((address) => [
  `[x](<${address}>)`,
  `![x](<${address}>)`,
  `[x][r]\n\n[r]: <${address}>`,
  `<${address}>`,
  `[![x](<${address}>)](<${address}>)`,
]);
const images = [
  evil,
  `http:${evil.slice(6)}`,
  "//evil.example/x.png",
  "\\\\evil.example\\x.png",
  "/\\evil.example/x.png",
  "/images/../x.png",
  "/images/a.png?x=1",
  "/api/images/../projects",
  "images/a.png",
  "data:image/png;base64,AAAA",
  "/api/logout",
  "https:evil.example",
  "HTTPS://EVIL.EXAMPLE/x.png",
  "///evil.example",
  "/images/a.png#https://evil",
].flatMap((address) => [
  `![x](${address})`,
  `![x][r]\n\n[r]: ${address}`,
  `[![x](${address})](#)`,
  `> ![x](${address})`,
]);
const wrapped = [...tags, ...links.slice(0, 12)].flatMap((payload) => [
  `- ${payload}`,
  `| a |\n|---|\n| ${payload.replaceAll("\n", " ")} |`,
]);
const corpus = [...tags, ...links, ...images, ...wrapped];

describe("Markdown", () => {
  it("has a corpus of at least 200 payloads", () => {
    expect(corpus.length).toBeGreaterThanOrEqual(200);
  });

  it.each(corpus.map((payload) => [payload]))(
    "runs nothing and loads nothing for %s",
    (payload) => {
      const html = render(payload, "web");
      const written = [...html.matchAll(/<([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/g)];
      for (const [, tag = "", attributes = ""] of written) {
        expect([
          "script",
          "iframe",
          "object",
          "embed",
          "link",
          "style",
          "base",
          "meta",
          "form",
          "svg",
          "math",
          "video",
          "audio",
          "source",
          "template",
          "button",
        ]).not.toContain(tag);
        expect(attributes).not.toMatch(/\s(?:on\w+|style|srcset|srcdoc|formaction|xlink:href)=/i);
        const href = /\shref="([^"]*)"/.exec(attributes)?.[1];
        if (href !== undefined) expect(href).toMatch(/^(?:https?:\/\/|mailto:|\/(?![/\\])|#)/i);
        const src = /\ssrc="([^"]*)"/.exec(attributes)?.[1];
        if (src !== undefined) expect(src).toMatch(/^\/(?:api\/)?images\/[\w.-]+$/);
      }
    },
  );

  it("opens links of other sites without handing them our window", () => {
    expect(render("[x](https://example.org)")).toContain(
      'target="_blank" rel="noopener noreferrer nofollow"',
    );
  });

  it("shows this board's own images", () => {
    expect(render("![shot](/api/images/ab12.png)")).toContain(
      '<img src="/api/images/ab12.png" alt="shot"',
    );
  });

  it("links tickets of this and of other projects, but not inside code or words", () => {
    const html = render("see #42 and #api:7, not a#1 or `#3`", "web");
    expect(html).toContain('href="/p/web/t/42"');
    expect(html).toContain('href="/p/api/t/7"');
    expect(html).not.toContain("/t/1");
    expect(html).not.toContain("/t/3");
  });
});
