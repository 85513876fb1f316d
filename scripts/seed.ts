/** `npm run seed`: fills the database and the media storage of this installation with plausible content. */
import { readConfig } from '../server/config.ts'
import { createStorage } from '../server/storage/create-storage.ts'
import { progress } from './progress.ts'
import { withDatabase } from './reach-database.ts'
import { readArguments, refuse } from './read-arguments.mjs'
import { runCommand } from './run-command.ts'
import { DAY } from './seed/plan.ts'
import { DRAWN } from './seed/picture.ts'
import { seedDatabase, type SeedWish } from './seed/seed-database.ts'
import { openEventEngine } from '../server/events/event-engine.ts'

const USAGE = 'npm run seed -- --articles N [options]'
const MOST = 10_000_000
/** Unless more are asked for. */
const ALBUMS_MOST = 2000
const [ADS_FEWEST, ADS_USUAL] = [9, 24]
const ADS_MOST = 1000
/** Visits a day. */
const READERS = 600
/** A server that is begun for this alone need not write everything twice. */
const settings = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB', checkpoint_timeout: '30min' }

await runCommand(main)

async function main(stopping: AbortSignal): Promise<void> {
  const wish = readWish()
  const config = readConfig(process.env)
  const pool = { application_name: 'copydesk seed', idle_in_transaction_session_timeout: 0 }
  await withDatabase(config, { schema: 'made', pool, settings }, async (database) => {
    const engine = await openEventEngine(config.events)
    const place = { ...database, storage: await createStorage(config), events: engine }
    const { articles, pictures, albums, ads, events, seconds } = await seedDatabase(place, wish, progress(), stopping)
    const [written, shown, held, booked, read] = [articles, pictures, albums, ads, events].map((count) =>
      count.toLocaleString('en'),
    )
    console.log(
      `${written} articles, ${shown} pictures, ${held} albums and ${booked} ads written in ${Math.round(seconds)} s.`,
    )
    await engine.close()
    if (events > 0) console.log(`${read} events of readers counted.`)
  })
}

function readWish(): SeedWish {
  const number = (about: string) => ({ type: 'string', about }) as const
  const { values } = readArguments({
    usage: USAGE,
    about: `Fills the database and the media storage of this installation with plausible content: the same for the same numbers on
the same day; readers, in the same hour. What is not told follows from the number of articles.`,
    options: {
      articles: number('articles, needed'),
      authors: number('authors'),
      tags: number('tags'),
      categories: number('categories'),
      users: number('accounts'),
      pictures: number(`pictures (${DRAWN})`),
      albums: number('albums; 0 for none'),
      ads: number(`ads, with what readers saw of them; 0 for none (${ADS_FEWEST} to ${ADS_USUAL})`),
      readers: number(`visits a day; 0 for none (${READERS})`),
      seed: number('another number gives other content (1)'),
      'into-existing': { type: 'boolean', default: false, about: 'also where there are articles already' },
    },
  })
  const count = (name: Exclude<keyof typeof values, 'into-existing'>, otherwise?: number, least = 1, most = MOST) => {
    const value = values[name] === undefined ? otherwise : Number(values[name])
    if (value === undefined) return refuse(`--${name} is missing.`, USAGE)
    if (!Number.isInteger(value) || value < least || value > most)
      return refuse(`--${name} must be a whole number from ${least} to ${most.toLocaleString('en')}.`, USAGE)
    return value
  }
  const articles = count('articles')
  return {
    articles,
    authors: count('authors', Math.max(5, Math.ceil(articles / 50))),
    tags: count('tags', Math.max(10, Math.ceil(articles / 20))),
    categories: count('categories', Math.max(6, Math.min(700, Math.ceil(articles / 50)))),
    users: count('users', Math.max(6, Math.min(60, Math.ceil(articles / 500)))),
    pictures: count('pictures', values.albums === '0' ? 0 : DRAWN, values.albums === '0' ? 0 : 1),
    albums: count('albums', Math.max(2, Math.min(ALBUMS_MOST, Math.round(articles / 500))), 0),
    ads: count('ads', Math.max(ADS_FEWEST, Math.min(ADS_USUAL, Math.ceil(articles / 20))), 0, ADS_MOST),
    readers: count('readers', READERS, 0, 1_000_000),
    seed: count('seed', 1, 0),
    until: Math.floor(Date.now() / DAY) * DAY,
    intoExisting: values['into-existing'],
  }
}
