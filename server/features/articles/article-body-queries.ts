import type { Db } from '../../db/database.ts'
import { showGalleries } from '../albums/album-gallery-queries.ts'
import { withoutMissingPictures } from './missing-picture-rules.ts'

/**
 * The text of an article as readers get it: albums as galleries, nothing of pictures that are still missing.
 * @param publicUrl without trailing slash, put before the addresses of pictures
 */
export const bodyForReaders = (db: Db, publicUrl: string, html: string): Promise<string> =>
  showGalleries(db, publicUrl, withoutMissingPictures(html))
