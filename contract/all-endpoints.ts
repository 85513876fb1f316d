import { adDeliveryEndpoints } from './ad-delivery.ts'
import { adInsightEndpoints } from './ad-insight.ts'
import { adEndpoints } from './ads.ts'
import { albumEndpoints } from './albums.ts'

import { articleBulkEndpoints } from './article-bulk.ts'
import { articleEndpoints } from './articles.ts'
import { auditEndpoints } from './audit.ts'
import { authorEndpoints } from './authors.ts'
import { backupEndpoints } from './backups.ts'
import { categoryEndpoints } from './categories.ts'
import { deliveryKeyEndpoints } from './delivery-keys.ts'
import { deliveryEndpoints } from './delivery.ts'
import type { Endpoint } from './endpoint.ts'
import { eventEndpoints } from './events.ts'
import { diagnosticEndpoints } from './diagnostics.ts'
import { healthEndpoints } from './health.ts'
import { hotEndpoints } from './hot.ts'
import { importEndpoints } from './import.ts'
import { mediaBulkEndpoints } from './media-bulk.ts'
import { mediaUploadEndpoints } from './media-uploads.ts'
import { lateReplyEndpoints } from './late-replies.ts'
import { mediaEndpoints } from './media.ts'
import { placementEndpoints } from './placements.ts'
import { previewLinkEndpoints } from './preview-links.ts'
import { readerSearchEndpoints } from './reader-search.ts'
import { savedViewEndpoints } from './saved-views.ts'
import { snippetEndpoints } from './snippets.ts'
import { undoEndpoints } from './undo.ts'
import { profileSecondStepEndpoints, secondStepEndpoints, userSecondStepEndpoints } from './second-step.ts'
import { profileEndpoints, sessionEndpoints } from './session.ts'
import { searchRankEndpoints } from './search-rank.ts'
import { searchEndpoints } from './search.ts'
import { siteExportEndpoints } from './site-exports.ts'
import { settingEndpoints } from './settings.ts'
import { tagEndpoints } from './tags.ts'
import { trashEndpoints } from './trash.ts'
import { userEndpoints } from './users.ts'
import { welcomeEndpoints } from './welcome.ts'

/** Every endpoint there is, by group: OpenAPI is made from it, and the server refuses to start a route that is not here. */
export const allEndpoints: Record<string, Record<string, Endpoint>> = {
  session: sessionEndpoints,
  profile: profileEndpoints,
  secondStep: secondStepEndpoints,
  profileSecondStep: profileSecondStepEndpoints,
  userSecondStep: userSecondStepEndpoints,
  welcome: welcomeEndpoints,
  search: searchEndpoints,
  articles: articleEndpoints,
  articleBulk: articleBulkEndpoints,
  previewLinks: previewLinkEndpoints,
  authors: authorEndpoints,
  categories: categoryEndpoints,
  tags: tagEndpoints,
  undo: undoEndpoints,
  lateReplies: lateReplyEndpoints,
  trash: trashEndpoints,
  media: mediaEndpoints,
  mediaBulk: mediaBulkEndpoints,
  mediaUploads: mediaUploadEndpoints,
  albums: albumEndpoints,
  ads: adEndpoints,
  adInsight: adInsightEndpoints,
  placements: placementEndpoints,
  savedViews: savedViewEndpoints,
  snippets: snippetEndpoints,
  users: userEndpoints,
  imports: importEndpoints,
  siteExports: siteExportEndpoints,
  settings: settingEndpoints,
  audit: auditEndpoints,
  delivery: deliveryEndpoints,
  deliveryKeys: deliveryKeyEndpoints,
  readerSearch: readerSearchEndpoints,
  events: eventEndpoints,
  adDelivery: adDeliveryEndpoints,
  hot: hotEndpoints,
  searchRank: searchRankEndpoints,
  backups: backupEndpoints,
  health: healthEndpoints,
  diagnostics: diagnosticEndpoints,
}
