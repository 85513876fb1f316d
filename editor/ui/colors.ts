import type { MessageKey } from '../messages.ts'
import type { Context } from './context.ts'
import type { MenuItem } from './menu.ts'

/** Colours with 4.5:1 on white; `styles/marks.css` shows lighter ones on the dark surface. */
const COLORS: { label: MessageKey; value: string }[] = [
  { label: 'colorRed', value: 'rgb(192, 40, 40)' },
  { label: 'colorOrange', value: 'rgb(180, 83, 9)' },
  { label: 'colorGreen', value: 'rgb(33, 122, 60)' },
  { label: 'colorTeal', value: 'rgb(13, 118, 118)' },
  { label: 'colorBlue', value: 'rgb(29, 100, 190)' },
  { label: 'colorPurple', value: 'rgb(120, 64, 180)' },
  { label: 'colorGrey', value: 'rgb(100, 100, 100)' },
]

export const colorItems = ({ editor, config }: Context): MenuItem[] => [
  {
    label: config.messages.colorDefault,
    color: '',
    checked: !editor.isActive('textColor'),
    run: () => editor.chain().focus().unsetMark('textColor').run(),
  },
  ...COLORS.map(({ label, value }) => ({
    label: config.messages[label],
    color: value,
    checked: editor.isActive('textColor', { color: value }),
    run: () => editor.chain().focus().setMark('textColor', { color: value }).run(),
  })),
]
