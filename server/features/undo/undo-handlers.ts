import type { UndoNoun } from '../../db/undo-log.ts'
import type { UndoHandler } from '../../http/undo-handler.ts'
import type { Services } from '../../services.ts'
import { adUndo } from '../ads/ad-undo-commands.ts'
import { editAlbumIn } from '../albums/album-commands.ts'
import { albumUndo } from '../albums/album-undo-commands.ts'
import { articleUndo } from '../articles/article-undo-commands.ts'
import { editAuthorIn } from '../authors/author-commands.ts'
import { editCategoryIn } from '../categories/category-commands.ts'
import { categoryUndo } from '../categories/category-undo-commands.ts'
import { hotUndo } from '../hot/hot-undo-commands.ts'
import { mediaUndo } from '../media/media-undo-commands.ts'
import { placementUndo } from '../placements/placement-undo-commands.ts'
import { searchTermUndo } from '../search-rank/search-term-undo-commands.ts'
import { handOverUndo } from '../users/hand-over-undo-commands.ts'
import { editTagIn } from '../tags/tag-commands.ts'
import { nameUndo } from '../taxonomy/name-undo-commands.ts'
import { withRenames } from './undo-rename-commands.ts'

/** Every noun whose actions can be undone. A new one needs a row here, no table and no endpoint of its own. */
export const undoHandlers = ({ events }: Services): Record<UndoNoun, UndoHandler> => ({
  article: articleUndo,
  ad: adUndo,
  placement: placementUndo,
  album: withRenames(albumUndo, editAlbumIn),
  media: mediaUndo,
  tag: withRenames(nameUndo('tag'), editTagIn),
  author: withRenames(nameUndo('author'), editAuthorIn),
  category: withRenames(categoryUndo, editCategoryIn),
  hot: hotUndo,
  searchTerm: searchTermUndo(events),
  user: handOverUndo,
})
