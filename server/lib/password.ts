import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** Cost of new hashes: 32 MiB for each of three passes. Older hashes keep the cost they were made with. */
const cost = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

type Cost = typeof cost;

function derive(password: string, salt: Buffer, { N, r, p }: Cost, bytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The same letters typed on another keyboard are the same password.
    scrypt(
      password.normalize("NFKC"),
      salt,
      bytes,
      { N, r, p, maxmem: 256 * N * r },
      (error, key) => (error ? reject(error) : resolve(key)),
    );
  });
}

/** `scrypt$N$r$p$salt$key`, salt and key as base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, cost, KEY_BYTES);
  const { N, r, p } = cost;
  return ["scrypt", N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/**
 * Whether a password belongs to a stored hash, compared in constant time. Without a hash it takes as
 * long and is false, so that the time does not tell which names exist.
 */
export async function checkPassword(password: string, stored: string | null): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = (stored ?? "").split("$");
  const expected = Buffer.from(key ?? "", "base64url");
  if (scheme !== "scrypt" || salt === undefined || expected.length === 0) {
    await derive(password, randomBytes(SALT_BYTES), cost, KEY_BYTES);
    return false;
  }
  const usedCost = { N: Number(N), r: Number(r), p: Number(p) };
  const found = await derive(password, Buffer.from(salt, "base64url"), usedCost, expected.length);
  return timingSafeEqual(found, expected);
}
