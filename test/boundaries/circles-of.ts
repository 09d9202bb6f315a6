/** Finds the circles among imports: each group of files that all reach one another, listed once. */
export function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map<string, Set<string>>();
  for (const start of imports.keys()) {
    const seen = new Set<string>();
    const queue = [...(imports.get(start) ?? [])];
    for (let target = queue.pop(); target !== undefined; target = queue.pop()) {
      if (seen.has(target)) continue;
      seen.add(target);
      queue.push(...(imports.get(target) ?? []));
    }
    reached.set(start, seen);
  }
  const inCircles = [...reached]
    .filter(([member, reachedFromStart]) => reachedFromStart.has(member))
    .map(([member]) => member);
  const groups = inCircles.map((member) =>
    inCircles.filter((otherMember) => reached.get(member)?.has(otherMember) && reached.get(otherMember)?.has(member)),
  );
  return [...new Map(groups.map((group) => [group.join(), group])).values()];
}
