import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta']

/**
 * Tab makes a list item deeper and goes to the next cell of a table. Someone who only passes through the page by Tab must
 * not change the text by it: until another key or a click means the text, Tab and Shift+Tab go on to the next field.
 */
export const TabThrough = Extension.create({
  name: 'tabThrough',
  priority: 1000,
  addProseMirrorPlugins() {
    let lastKey = ''
    let isPassing = false
    const remember = (event: Event) => {
      lastKey = event instanceof KeyboardEvent ? event.key : ''
    }
    return [
      new Plugin({
        view: () => {
          for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, remember, true)
          return {
            destroy: () => {
              for (const type of ['keydown', 'pointerdown']) document.removeEventListener(type, remember, true)
            },
          }
        },
        props: {
          handleDOMEvents: {
            // Coming back from another window has no field before it.
            focus: (_view, event) => {
              isPassing = lastKey === 'Tab' && event.relatedTarget !== null
              return false
            },
            mousedown: () => {
              isPassing = false
              return false
            },
            keydown: (_view, event) => {
              if (event.key === 'Tab') return isPassing
              if (!MODIFIERS.includes(event.key)) isPassing = false
              return false
            },
          },
        },
      }),
    ]
  },
})
