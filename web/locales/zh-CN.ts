import type { Messages } from '@lingui/core'

const catalogs = import.meta.glob<{ messages: Messages }>('../**/locales/zh-CN.po', { eager: true })
export const messages: Messages = Object.assign({}, ...Object.values(catalogs).map((catalog) => catalog.messages))
