import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { Toaster } from "./_components/toast.tsx";
import { TooltipProvider } from "./_components/tooltip.tsx";
import { LocaleProvider } from "./_lib/i18n/locale-context.tsx";
import { localeCookie, pickLocale } from "./_lib/i18n/locale.ts";
import { QueryProvider } from "./_lib/query-provider.tsx";
import { pickTheme, themeCookie } from "./_lib/theme.ts";
import "./globals.css";

export const metadata: Metadata = { title: { default: "Signalbox", template: "%s · Signalbox" } };
export const viewport: Viewport = { width: "device-width", initialScale: 1, viewportFit: "cover" };
/** The nonce of the content policy is new with every request, so no page is built ahead. */
export const dynamic = "force-dynamic";

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const locale = pickLocale(jar.get(localeCookie)?.value, head.get("accept-language"));
  return (
    <html lang={locale} data-theme={pickTheme(jar.get(themeCookie)?.value)}>
      <body>
        <LocaleProvider locale={locale}>
          <QueryProvider>
            <TooltipProvider>
              {children}
              <Toaster />
            </TooltipProvider>
          </QueryProvider>
        </LocaleProvider>
      </body>
    </html>
  );
}
