import type { EditorConfig } from './config.ts'
import { EMBED_HOSTS } from './embed-hosts.ts'
import { getEditor } from './get-editor.ts'
import './styles/base.css'
import './styles/toolbar.css'
import './styles/menus.css'
import './styles/dialogs.css'
import './styles/page.css'
import './styles/text.css'
import './styles/pictures.css'
import './styles/cards.css'
import './styles/tables.css'
import './styles/marks.css'

declare global {
  interface Window {
    CopydeskEditor?: { version: string; getEditor: typeof getEditor; embedHosts: readonly string[] }
    CopydeskEditorDefaults?: EditorConfig
  }
}

declare const ENGINE_VERSION: string

window.CopydeskEditor = { version: ENGINE_VERSION, getEditor, embedHosts: EMBED_HOSTS }
