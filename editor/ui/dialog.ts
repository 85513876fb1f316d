import type { Editor } from '@tiptap/core'
import { element, iconButton, textButton } from './element.ts'

export interface Field {
  name: string
  label: string
  hint?: string
  value?: string
  /** More than one makes it a text area. */
  rows?: number
  kind?: 'text' | 'number' | 'checkbox'
  checked?: boolean
}

export interface DialogOptions {
  title: string
  fields?: Field[]
  body?: Node
  apply?: string
  cancel: string
  /** Further choices beside Apply; the chosen one is given back as `choice`. */
  choices?: { name: string; label: string }[]
  /** A message to show instead of closing, or null when the values are good. */
  refuse?: (values: Record<string, string>) => string | null
}

/** Asks in a modal dialog. Resolves with the values, or null when the person left it; focus goes back to the text. */
export function openDialog(editor: Editor, options: DialogOptions): Promise<Record<string, string> | null> {
  const host = editor.view.dom.closest<HTMLElement>('.cde') ?? document.body
  const { promise, resolve } = Promise.withResolvers<Record<string, string> | null>()
  const titleId = `cde-title-${crypto.randomUUID()}`
  const fields = (options.fields ?? []).map((field) => ({ field, control: controlOf(field) }))
  const problem = element('p', { class: 'cde-problem', role: 'alert' })
  const form = element(
    'form',
    { method: 'dialog', novalidate: true },
    element('div', { class: 'cde-dialog-head' }, element('h2', { id: titleId }, options.title)),
    ...fields.map(({ field, control }) => labelled(field, control)),
    options.body ?? null,
    problem,
  )
  const dialog = element('dialog', { class: 'cde-dialog', 'aria-labelledby': titleId }, form)
  form.querySelector('.cde-dialog-head')?.append(iconButton('close', options.cancel, () => dialog.close()))
  /** At once: the event `close` comes later, and a key that was pressed before it would change the text first. */
  const leave = (result: Record<string, string> | null) => {
    dialog.close()
    dialog.remove()
    if (!editor.isDestroyed) editor.view.focus()
    resolve(result)
  }
  const collect = () => Object.fromEntries(fields.map(({ field, control }) => [field.name, readControl(control)]))
  if (options.apply) {
    form.append(
      element(
        'div',
        { class: 'cde-dialog-foot' },
        ...(options.choices ?? []).map(({ name, label }) =>
          textButton(label, () => leave({ ...collect(), choice: name })),
        ),
        element('span', { class: 'cde-spring' }),
        textButton(options.cancel, () => dialog.close()),
        element('button', { type: 'submit', class: 'cde-text-button cde-primary' }, options.apply),
      ),
    )
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    event.stopPropagation()
    const values = collect()
    problem.textContent = options.refuse?.(values) ?? ''
    if (!problem.textContent) leave(values)
  })
  dialog.addEventListener('close', () => {
    if (dialog.isConnected) leave(null)
  })
  // Keys typed here belong to the dialog, not to the shortcuts of the page around the editor.
  dialog.addEventListener('keydown', (event) => event.stopPropagation())
  host.append(dialog)
  dialog.showModal()
  const first = fields[0]?.control
  first?.focus()
  if (first instanceof HTMLInputElement && first.type !== 'checkbox') first.select()
  return promise
}

type Control = HTMLInputElement | HTMLTextAreaElement

function controlOf(field: Field): Control {
  const id = `cde-field-${crypto.randomUUID()}`
  if ((field.rows ?? 1) > 1) {
    const area = element('textarea', { id, rows: field.rows, spellcheck: 'false' })
    area.value = field.value ?? ''
    return area
  }
  const input = element('input', {
    id,
    type: field.kind ?? 'text',
    checked: field.checked ?? false,
    autocomplete: 'off',
  })
  input.value = field.value ?? ''
  return input
}

const readControl = (control: Control) =>
  control instanceof HTMLInputElement && control.type === 'checkbox'
    ? control.checked
      ? 'yes'
      : ''
    : control.value.trim()

function labelled(field: Field, control: Control): HTMLElement {
  const label = element('label', { for: control.id }, field.label)
  const hint = field.hint ? element('small', { id: `${control.id}-hint` }, field.hint) : null
  if (hint) control.setAttribute('aria-describedby', hint.id)
  return field.kind === 'checkbox'
    ? element('div', { class: 'cde-field cde-check' }, control, label)
    : element('div', { class: 'cde-field' }, label, control, hint)
}
