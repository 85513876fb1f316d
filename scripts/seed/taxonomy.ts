import { SORT_NAME_MAX } from '#contract/authors.ts'
import { CATEGORY_DEPTH_MAX } from '#contract/category-tree.ts'
import { makePersonSlug, makeSlug, personSortName } from '../../server/slugs/make-slug.ts'
import { searchTextOf } from '../../server/features/taxonomy/absorb-rules.ts'
import { type Chance, chanceFrom, uuidAt } from './chance.ts'
import * as chinese from './chinese.ts'
import * as english from './english.ts'
import { DAY, YEARS, type SeedPlan } from './plan.ts'

/** Rows of the tables that articles point at; columns by their names in the database. */
export type Taxonomy = {
  users: { id: string; email: string; name: string; role: string; locale: string; created_at: string }[]
  authors: (Stamped & {
    display_name: string
    sort_name: string
    slug: string
    bio: string
    job_title: string
    links: string
  } & {
    user_id: string | null
    hidden: boolean
  })[]
  tags: (Stamped & { name: string; slug: string; description: string; colour: string; visibility: string } & {
    synonyms: string[]
    search_text: string
  })[]
  categories: (Stamped & { name: string; slug: string; description: string; parent: string | null; position: number })[]
}
type Stamped = { id: string; created_at: string; created_by: string; updated_at: string; updated_by: string }
/** Names and addresses that are in use already, in lower case. */
export type Taken = { emails: Set<string>; authorSlugs: Set<string>; tagSlugs: Set<string>; tagNames: Set<string> } & {
  categorySlugs: Set<string>
  topCategories: Set<string>
}

const ROLES = ['editor', 'author', 'author', 'author', 'viewer', 'ad_manager']
const COLOURS = ['', '', '', '#c2410c', '#15803d', '#1d4ed8', '#a21caf']

/** Everything articles are written by and sorted into. */
export function makeTaxonomy(plan: SeedPlan, taken: Taken): Taxonomy {
  const chance = chanceFrom(plan.seed, -1 - plan.first)
  const begin = plan.until - YEARS * 365 * DAY
  const users = makeUsers(plan, chance, begin, taken)
  const stamp = (): Stamped => {
    const [created, by] = [begin - Math.floor(chance.share() * 30 * DAY), chance.pick(users).id]
    const updated = chance.oneIn(3) ? created + Math.floor(chance.share() * (plan.until - created)) : created
    const times = { created_at: new Date(created).toISOString(), updated_at: new Date(updated).toISOString() }
    return { id: uuidAt(created, chance), ...times, created_by: by, updated_by: by }
  }
  return {
    users,
    authors: makeAuthors(plan, chance, stamp, users, taken),
    tags: makeTags(plan, chance, stamp, taken),
    categories: makeCategories(plan, chance, stamp, taken),
  }
}

function makeUsers({ users, first }: SeedPlan, chance: Chance, begin: number, { emails }: Taken): Taxonomy['users'] {
  return Array.from({ length: users }, (_, n) => {
    const inChinese = chance.oneIn(3)
    const name = (inChinese ? chinese : english).personName(chance)
    const email = free(emails, (tries) => `${makeSlug(name, 'person')}-${first + n + tries}@example.org`)
    const role = ROLES[n % ROLES.length]!
    const locale = inChinese ? 'zh-CN' : 'en'
    return { id: uuidAt(begin, chance), email, name, role, locale, created_at: new Date(begin).toISOString() }
  })
}

function makeAuthors(
  { authors }: SeedPlan,
  chance: Chance,
  stamp: () => Stamped,
  users: Taxonomy['users'],
  { authorSlugs }: Taken,
): Taxonomy['authors'] {
  const writers = users.filter(({ role }) => role === 'author')
  return Array.from({ length: authors }, (_, n) => {
    const inChinese = chance.oneIn(3)
    const name = (inChinese ? chinese : english).personName(chance)
    const link = { label: inChinese ? '主页' : 'Website', url: `https://people.example/${n + 1}` }
    return {
      ...stamp(),
      display_name: name,
      sort_name: personSortName(name, SORT_NAME_MAX),
      slug: free(authorSlugs, numbered(makePersonSlug(name, 'author'))),
      bio: chance.oneIn(3) ? (inChinese ? chinese : english).sentence(chance) : '',
      job_title: chance.oneIn(4) ? (inChinese ? '记者' : 'Reporter') : '',
      links: JSON.stringify(chance.oneIn(5) ? [link] : []),
      // Some of those who write here have a byline that is their own.
      user_id: (n % 7 === 6 && writers[(n - 6) / 7]?.id) || null,
      hidden: chance.oneIn(50),
    }
  })
}

function makeTags(
  { tags }: SeedPlan,
  chance: Chance,
  stamp: () => Stamped,
  { tagNames, tagSlugs }: Taken,
): Taxonomy['tags'] {
  const nameOf = (tries: number): string => {
    const inChinese = chance.oneIn(4)
    const { themes, kinds, places } = inChinese ? chinese : english
    const gap = inChinese ? '' : ' '
    if (tries < 2 && chance.oneIn(2)) return chance.pick(themes)
    if (tries < 4) return `${chance.pick(kinds)}${gap}${chance.pick(themes)}`
    if (tries < 6) return `${chance.pick(places)}${gap}${chance.pick(themes)}`
    if (inChinese) return `${chinese.personName(chance)}${chance.pick(themes)}`
    const rare = english.rareWord(chance.below(3_000_000))
    // Twins that differ by a plural or a hyphen, as people make them.
    return chance.oneIn(40) ? `${rare}-${chance.pick(themes)}` : `${rare}${gap}${chance.pick(themes)}`
  }
  return Array.from({ length: tags }, (_, n) => {
    const name = free(tagNames, nameOf)
    const synonyms = chance.oneIn(10) ? [english.rareWord(chance.below(3_000_000)), chance.pick(chinese.themes)] : []
    return {
      ...stamp(),
      name,
      slug: free(tagSlugs, numbered(makeSlug(name, 'tag'))),
      description: n < 200 ? english.sentence(chance) : '',
      colour: chance.pick(COLOURS),
      visibility: chance.oneIn(33) ? 'internal' : 'public',
      synonyms,
      search_text: searchTextOf(name, synonyms),
    }
  })
}

function makeCategories(
  { categories }: SeedPlan,
  chance: Chance,
  stamp: () => Stamped,
  { categorySlugs, topCategories }: Taken,
): Taxonomy['categories'] {
  const made: { id: string; depth: number; names: Set<string>; children: number }[] = []
  const top = { names: new Set(topCategories), children: topCategories.size }
  return Array.from({ length: categories }, (_, n) => {
    const open = made.filter(({ depth }) => depth < CATEGORY_DEPTH_MAX)
    const parent = n < 12 || open.length === 0 ? undefined : chance.pick(open)
    const inChinese = chance.oneIn(3)
    const { themes, kinds } = inChinese ? chinese : english
    const place = parent ?? top
    const name = free(place.names, (tries) => {
      const theme = chance.pick(themes)
      const plain = tries === 0 ? theme : `${chance.pick(kinds)}${inChinese ? '' : ' '}${theme}`
      return plain.charAt(0).toUpperCase() + plain.slice(1) + (tries > 20 ? ` ${tries}` : '')
    })
    const stamped = stamp()
    made.push({ id: stamped.id, depth: 1 + (parent?.depth ?? 0), names: new Set(), children: 0 })
    return {
      ...stamped,
      name,
      slug: free(categorySlugs, numbered(makeSlug(name, 'category'))),
      description: '',
      parent: parent?.id ?? null,
      position: place.children++,
    }
  })
}

const numbered = (slug: string) => (tries: number) => (tries === 0 ? slug : `${slug}-${tries + 1}`)

/** The first that is not taken, in lower case; it is taken from now on. */
function free(taken: Set<string>, make: (tries: number) => string): string {
  for (let tries = 0; tries < 100_000; tries++) {
    const name = make(tries)
    if (taken.has(name.toLowerCase())) continue
    taken.add(name.toLowerCase())
    return name
  }
  throw new Error('There are not enough names for that many; ask for fewer tags.')
}
