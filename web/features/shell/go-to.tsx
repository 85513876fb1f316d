import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { isForThePage } from '../../ui/shortcuts.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useLastHrefs } from '../../ui/keep-alive.tsx'
import { NewAlbum } from './new-album.tsx'
import { goToKeys, screenInfo } from './screens.ts'
import { keyboardHelp, palette } from './shell-dialogs.ts'

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette)
const KeyboardHelp = lazyPart(async () => (await import('./keyboard-help.tsx')).KeyboardHelp)

const WAIT = 1_500

/** The ways of going somewhere without the menu: the palette, `g` and a letter, and `?` for what there is. */
export function GoTo() {
  const navigate = useNavigate()
  const paletteWanted = useOnce(palette.useOpened())
  const helpWanted = useOnce(keyboardHelp.useOpened())
  const hrefOf = useLastHrefs()
  const goTo = useEffectEvent((path: string) => void navigate(hrefOf(path)))

  useEffect(() => {
    let pressedG = -WAIT
    // Not in the capturing phase: the text editor takes Ctrl+K for its links.
    const onPaletteKey = (event: KeyboardEvent) => {
      if (!isPaletteKey(event) || event.defaultPrevented) return
      event.preventDefault()
      palette.open()
    }
    const onKey = (event: KeyboardEvent) => {
      if (!isForThePage(event)) return
      const target = event.timeStamp - pressedG < WAIT ? goToKeys[event.key] : undefined
      pressedG = event.key === 'g' ? event.timeStamp : -WAIT
      if (event.key === '?') keyboardHelp.open()
      if (!target) return
      // Else the screen in front would take the second letter for one of its own.
      event.preventDefault()
      event.stopImmediatePropagation()
      goTo(screenInfo(target).path)
    }
    document.addEventListener('keydown', onPaletteKey)
    document.addEventListener('keydown', onKey, { capture: true })
    return () => {
      document.removeEventListener('keydown', onPaletteKey)
      document.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [])

  return (
    <>
      {paletteWanted && <Palette onClose={palette.close} />}
      {helpWanted && <KeyboardHelp onClose={keyboardHelp.close} />}
      <NewAlbum />
    </>
  )
}

/** Ctrl+K, or ⌘K on Apple's keyboards; in fields, too, but not in the text editor, which links with it. */
const isPaletteKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey && !altKey

/** True from the first time on: a dialog stays mounted while it closes. */
function useOnce(now: boolean): boolean {
  const [was, setWas] = useState(now)
  if (now && !was) setWas(true)
  return was || now
}
