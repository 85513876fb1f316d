import { commands, Extension } from '@tiptap/core'

/**
 * The engine's `focus` command waits for the next frame, for the sake of React. On a busy machine that frame is late, and
 * the first key typed after a tool was used would go to the button. Here the focus arrives before the next event: as soon
 * as the change that the command is part of is made.
 */
export const FocusAtOnce = Extension.create({
  name: 'focusAtOnce',
  addCommands() {
    return {
      focus: (position, options) => (props) => {
        const { dispatch, editor, view } = props
        const done = commands.focus(position, options)(props)
        if (done && dispatch && !view.hasFocus())
          queueMicrotask(() => {
            if (!editor.isDestroyed) view.focus()
          })
        return done
      },
    }
  },
})
