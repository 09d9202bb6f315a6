/** `A-1` becomes `A-1-R2`, and that `A-1-R3`. */
export function withSuffix(key: string): string {
  const [, start = key, count] = /^(.*)-R(\d{1,4})$/.exec(key) ?? [];
  return `${start}-R${count === undefined ? 2 : Number(count) + 1}`;
}
