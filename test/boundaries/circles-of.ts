/** The circles among imports: each group whose members all reach one another, once. */
export function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map<string, Set<string>>();
  for (const one of imports.keys()) {
    const seen = new Set<string>();
    const next = [...(imports.get(one) ?? [])];
    for (let to = next.pop(); to !== undefined; to = next.pop()) {
      if (seen.has(to)) continue;
      seen.add(to);
      next.push(...(imports.get(to) ?? []));
    }
    reached.set(one, seen);
  }
  const inCircles = [...reached].filter(([one, others]) => others.has(one)).map(([one]) => one);
  const groups = inCircles.map((one) =>
    inCircles.filter((other) => reached.get(one)?.has(other) && reached.get(other)?.has(one)),
  );
  return [...new Map(groups.map((group) => [group.join(), group])).values()];
}
