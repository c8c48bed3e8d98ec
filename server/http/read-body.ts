import { IncomingMessage } from "node:http";

export type BodyRead = { ok: true; bytes: Buffer } | { ok: false; reason: "too-large" | "aborted" };

/**
 * Reads a request's whole body, counting what really arrives: a `Content-Length` can lie and a
 * chunked body has none (S-11). Stops at the first byte too many.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<BodyRead> {
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > maxBytes) return { ok: false, reason: "too-large" };
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (result: BodyRead) => {
      request.off("data", onData).off("end", onEnd).off("error", onGone).off("close", onGone);
      resolve(result);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) return finish({ ok: false, reason: "too-large" });
      chunks.push(chunk);
    };
    const onEnd = () => finish({ ok: true, bytes: Buffer.concat(chunks) });
    const onGone = () => finish({ ok: false, reason: "aborted" });
    request.on("data", onData).on("end", onEnd).on("error", onGone).on("close", onGone);
  });
}

/** A request with the same line and `headers`, whose body is `bytes`: what the next handler reads. */
export function replaceRequest(
  request: IncomingMessage,
  headers: IncomingMessage["headers"],
  bytes: Buffer,
): IncomingMessage {
  const copy = new IncomingMessage(request.socket);
  copy.method = request.method;
  copy.url = request.url;
  copy.httpVersion = request.httpVersion;
  copy.httpVersionMajor = request.httpVersionMajor;
  copy.httpVersionMinor = request.httpVersionMinor;
  copy.headers = headers;
  copy.rawHeaders = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? ""]).flatMap((one) => [name, one]),
  );
  copy.complete = true;
  if (bytes.length > 0) copy.push(bytes);
  copy.push(null);
  return copy;
}
