import { useAdChangeWords } from './features/ads/ad-change-words.ts'
import { AuditListPage } from './features/audit/audit-list-page.tsx'
import { useSearchTermChangeWords } from './features/search-rank/search-term-change-words.ts'

const changeWords = { ad: useAdChangeWords, searchTerm: useSearchTermChangeWords }

/** The audit log. What changed of an item is said by the feature that owns it; the log itself knows none of them. */
export const AuditPage = () => <AuditListPage changeWords={changeWords} />
