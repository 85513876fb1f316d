import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { isForThePage } from '../../ui/shortcuts.ts'
import { useLastHrefs } from '../../ui/keep-alive.tsx'
import { KeyboardHelp, openKeyboardHelp } from './keyboard-help.tsx'
import { NewAlbum } from './new-album.tsx'
import { Palette } from './palette.tsx'
import { goToKeys, screenInfo } from './screens.ts'

const WAIT = 1_500

/** The ways of going somewhere without the menu: the palette, `g` and a letter, and `?` for what there is. */
export function GoTo() {
  const navigate = useNavigate()
  const hrefOf = useLastHrefs()
  const goTo = useEffectEvent((path: string) => void navigate(hrefOf(path)))

  useEffect(() => {
    let pressedG = -WAIT
    const onKey = (event: KeyboardEvent) => {
      if (!isForThePage(event)) return
      const target = event.timeStamp - pressedG < WAIT ? goToKeys[event.key] : undefined
      pressedG = event.key === 'g' ? event.timeStamp : -WAIT
      if (event.key === '?') openKeyboardHelp()
      if (!target) return
      // Else the screen in front would take the second letter for one of its own.
      event.preventDefault()
      event.stopImmediatePropagation()
      goTo(screenInfo(target).path)
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [])

  return (
    <>
      <Palette />
      <KeyboardHelp />
      <NewAlbum />
    </>
  )
}
