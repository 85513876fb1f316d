import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ScreenId } from './screens.ts'

/**
 * What else people call a screen, or look for on it: words for the palette, with commas between them. Apart from the screens,
 * so that they come with the palette and not with the first screen.
 */
export const otherNames: Partial<Record<ScreenId, MessageDescriptor>> = {
  articles: msg`schedule, publish, drafts, review`,
  calendar: msg`planner, editorial calendar, schedule, agenda`,
  media: msg`pictures, photos, images, uploads, files`,
  albums: msg`galleries`,
  authors: msg`bylines`,
  categories: msg`sections, topics`,
  ads: msg`advertising, campaigns, banners`,
  hot: msg`trending, popular, views, statistics`,
  searchRank: msg`search terms, queries`,
  health: msg`backups, storage, mail, job queue`,
  diagnostic: msg`network test, speed test, slow`,
  users: msg`invite people, roles, permissions, team, accounts`,
  import: msg`WordPress, migration, archive`,
  audit: msg`activity log, history`,
  trash: msg`deleted items, recycle bin, restore`,
  settings: msg`site name, site address, time zone, language, logo, registration, delivery keys, mail`,
  profile: msg`password, time zone, language, passkeys, two-step sign-in, sessions`,
}
