import { allCases, type EndpointCases } from './all-cases.ts';
import { at } from './change.ts';
import type { Kind, ObjectTable } from './field-table.ts';
import type { Breach, Place, RuleName, Spot } from './request-case.ts';
import { objectsOf, spotsOf, where } from './walk.ts';
import { describe, expect, it } from 'vitest';

const index = (cases: EndpointCases) => {
  const found = new Map<string, Breach[]>();
  for (const breach of cases.refuses) {
    const key = `${breach.rule} ${where(breach)}`;
    found.set(key, [...(found.get(key) ?? []), breach]);
  }
  return (rule: RuleName, place: Place) => found.get(`${rule} ${where(place)}`) ?? [];
};

const jsonType = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

const typeOfKind: Record<Kind['is'], string> = {
  string: 'string',
  date: 'string',
  boolean: 'boolean',
  number: 'number',
  integer: 'number',
  decimal: 'number',
  object: 'object',
  list: 'array',
};

const jsonTypes = ['string', 'number', 'boolean', 'object', 'array', 'null'];
const otherCase = (name: string) => (character: string) =>
  character !== name && character.toLowerCase() === name.toLowerCase();

const lacking = (of: Spot[], complete: (spot: Spot) => boolean) => of.filter((spot) => !complete(spot)).map(where);

/** Computed once per place, since several rules need the same values of thousands of requests. */
function remembered(ask: (place: Place) => unknown[]): (place: Place) => unknown[] {
  const known = new Map<string, unknown[]>();
  return (place) => {
    const found = known.get(where(place)) ?? ask(place);
    known.set(where(place), found);
    return found;
  };
}

const endpoints = allCases.map((cases) => {
  const { list } = cases;
  const spots = spotsOf(list);
  const refused = index(cases);
  return {
    endpoint: list.endpoint,
    cases,
    list,
    spots,
    first: spots.filter((spot) => spot.first),
    refused,
    acceptedAt: remembered((place) => cases.accepts.map(({ request }) => at(request, place))),
    refusedAt: (rule: RuleName, place: Place) => refused(rule, place).map(({ request }) => at(request, place)),
  };
});

/**
 * A rule about the cases of each endpoint, as one test for all of them: it names every endpoint that breaks the rule.
 */
function inEvery(rule: string, holds: (one: (typeof endpoints)[number]) => void): void {
  it(rule, () => {
    const broken = endpoints.flatMap((one) => {
      try {
        holds(one);
        return [];
      } catch (error) {
        return [`endpoint ${one.endpoint}: ${error instanceof Error ? error.message : String(error)}`];
      }
    });
    expect(broken).toEqual([]);
  });
}

describe('the list of cases', () => {
  inEvery('has a full request with exactly the fields of its tables', ({ list, spots }) => {
    const different = objectsOf(list).filter(({ table, ...place }) => {
      const written = Object.keys(at(list.full, place) as object).toSorted();
      return (
        written.join() !==
        table.fields
          .map((field) => field.name)
          .toSorted()
          .join()
      );
    });
    expect(different.map(where)).toEqual([]);
    expect(lacking(spots, (spot) => jsonType(at(list.full, spot)) === typeOfKind[spot.member.kind.is])).toEqual([]);
  });

  inEvery('has a minimal request with only the required fields', ({ list }) => {
    const needed = (table?: ObjectTable) =>
      (table?.fields ?? []).filter((field) => field.required).map((field) => field.name);
    const { minimal } = list;
    for (const part of ['path', 'query', 'body'] as const)
      expect(Object.keys(minimal[part] ?? {}).toSorted()).toEqual(needed(list[part]).toSorted());
    const inner = Object.values(minimal.body ?? {}).filter((value) => typeof value === 'object');
    expect(inner.flatMap((value: object) => Object.keys(value))).toEqual([]);
  });

  inEvery('refuses every field and element in each other JSON type', ({ spots, refusedAt }) => {
    const complete = (spot: Spot) => {
      const given = new Set(refusedAt('wrong type', spot).map(jsonType));
      return jsonTypes.every((type) => type === typeOfKind[spot.member.kind.is] || given.has(type));
    };
    expect(lacking(spots, complete)).toEqual([]);
  });

  inEvery('refuses every integer with a fraction', ({ first, refused }) => {
    const integers = first.filter((spot) => spot.member.kind.is === 'integer');
    expect(lacking(integers, (spot) => refused('fraction', spot).length > 0)).toEqual([]);
  });

  inEvery(
    'refuses every name in another case and misspelt, and a foreign name in every object',
    ({ cases, list, first, refused }) => {
      const named = first.filter((spot) => spot.name !== null);
      const siblings = (rule: RuleName, spot: Spot) => {
        const parent = spot.path.slice(0, spot.path.lastIndexOf('.') + 1);
        return cases.refuses
          .filter((breach) => breach.rule === rule && breach.in === spot.in && breach.path.startsWith(parent))
          .map((breach) => breach.path.slice(parent.length));
      };
      expect(lacking(named, (spot) => siblings('wrong case', spot).some(otherCase(spot.name ?? '')))).toEqual([]);
      expect(lacking(named, (spot) => siblings('unknown name', spot).includes(`${spot.name}X`))).toEqual([]);
      const objects = objectsOf(list).flatMap((object) =>
        ['Unheard', '__proto__'].map((name) => ({ in: object.in, path: `${object.path}.${name}` })),
      );
      expect(objects.filter((place) => refused('unknown name', place).length === 0).map(where)).toEqual([]);
    },
  );

  inEvery('never refuses a name that its object has', ({ cases, first }) => {
    const known = new Set(first.filter((spot) => spot.name !== null).map(where));
    const rules: RuleName[] = ['wrong case', 'unknown name', 'name of a sibling'];
    expect(cases.refuses.filter((breach) => rules.includes(breach.rule) && known.has(where(breach)))).toEqual([]);
  });

  inEvery('refuses the absence of every required field, and of no other', ({ cases, first, refused }) => {
    const required = first.filter((spot) => spot.member.required);
    expect(lacking(required, (spot) => refused('missing', spot).length > 0)).toEqual([]);
    const missing = cases.refuses.filter((breach) => breach.rule === 'missing' && breach.path !== '$');
    expect([...new Set(missing.map(where))].toSorted()).toEqual(required.map(where).toSorted());
  });

  inEvery('accepts the absence of every optional field', ({ list, first, acceptedAt }) => {
    const free = first.filter(({ name, member, path }) => name && !member.required && !list.tied?.includes(path));
    expect(lacking(free, (spot) => acceptedAt(spot).includes(undefined))).toEqual([]);
  });

  inEvery('covers both sides of every length', ({ first, acceptedAt, refusedAt }) => {
    const lengths = (values: unknown[]) => values.map((value) => (typeof value === 'string' ? value.length : -1));
    const complete = (spot: Spot) => {
      const { kind } = spot.member;
      if (kind.is !== 'string') return true;
      const { shortest, longest, pattern } = kind;
      const legal = lengths(acceptedAt(spot));
      return (
        (longest === undefined ||
          (legal.includes(longest) && lengths(refusedAt('too long', spot)).includes(longest + 1))) &&
        (!shortest || (legal.includes(shortest) && lengths(refusedAt('too short', spot)).includes(shortest - 1))) &&
        (shortest !== 0 || (pattern && !pattern.fits.includes('')) || legal.includes(0))
      );
    };
    expect(lacking(first, complete)).toEqual([]);
  });

  inEvery('covers both sides of every pattern, as the pattern itself matches', ({ first, acceptedAt, refusedAt }) => {
    for (const spot of first) {
      const { kind } = spot.member;
      if (kind.is !== 'string' || !kind.pattern) continue;
      const pattern = new RegExp(kind.pattern.source);
      const legal = acceptedAt(spot);
      expect(kind.pattern.fits.filter((value) => !legal.includes(value) || !pattern.test(value))).toEqual([]);
      const broken = refusedAt('pattern', spot);
      expect(broken.length).toBeGreaterThan(5);
      expect(broken.filter((value) => pattern.test(value as string))).toEqual([]);
    }
  });

  inEvery(
    'covers both sides of every range, and of every number of digits and places',
    ({ first, acceptedAt, refusedAt }) => {
      const complete = (spot: Spot) => {
        const { kind } = spot.member;
        const legal = acceptedAt(spot) as number[];
        if (kind.is === 'decimal' && kind.places !== undefined)
          return (
            legal.some((value) => /\.\d\d$/.test(String(value))) &&
            refusedAt('too many decimals', spot).some((value) => /\.\d{3}$/.test(String(value))) &&
            refusedAt('too many digits', spot).length > 0
          );
        if (kind.is !== 'decimal' && kind.is !== 'integer') return true;
        const beyond = refusedAt('out of range', spot) as number[];
        const { from, to } = kind;
        return (
          (from === undefined || (legal.includes(from) && beyond.some((value) => value < from && value >= from - 1))) &&
          (to === undefined || (legal.includes(to) && beyond.some((value) => value > to && value <= to + 1)))
        );
      };
      expect(lacking(first, complete)).toEqual([]);
    },
  );

  inEvery('covers legal and broken values of every date', ({ first, refused, acceptedAt }) => {
    const dates = first.filter((spot) => spot.member.kind.is === 'date');
    const complete = (spot: Spot) => new Set(acceptedAt(spot)).size > 5 && refused('date', spot).length > 10;
    expect(lacking(dates, complete)).toEqual([]);
  });

  inEvery('covers both sides of every number of elements', ({ first, acceptedAt, refusedAt }) => {
    const count = (value: unknown) => (Array.isArray(value) ? value.length : -1);
    const complete = (spot: Spot) => {
      const { kind } = spot.member;
      if (kind.is !== 'list') return true;
      const legal = acceptedAt(spot).map(count);
      const many = refusedAt('too many elements', spot).map(count);
      return legal.includes(0) && (kind.atMost ? legal.includes(kind.atMost) && many.includes(kind.atMost + 1) : true);
    };
    expect(lacking(first, complete)).toEqual([]);
  });

  inEvery('never contradicts itself about a request', ({ cases }) => {
    const said = new Map<string, string>();
    const text = (request: unknown) =>
      JSON.stringify(request, (_, value: unknown) => (value === Infinity ? '1e400' : value));
    const contradictions: string[] = [];
    const say = (request: unknown, saying: string) => {
      const before = said.get(text(request));
      if (before !== undefined && before !== saying)
        contradictions.push(`${before} and ${saying}: ${text(request).slice(0, 300)}`);
      said.set(text(request), saying);
    };
    for (const { request } of cases.accepts) say(request, 'accepted');
    for (const { request } of cases.refuses) say(request, 'refused');
    for (const { request } of cases.doubts) say(request, 'in doubt');
    expect(contradictions).toEqual([]);
  });

  inEvery('contains requests as they are sent, with the address of the endpoint', ({ endpoint, cases, list }) => {
    expect(cases.sent.length).toBeGreaterThan(0);
    for (const sent of cases.sent) {
      expect(sent.request.endpoint).toBe(endpoint);
      expect(sent.path).toMatch(/^\/v1\/[\x21-\x7e]+$/);
      expect(sent.method === 'GET').toBe(!list.body);
    }
  });
});
