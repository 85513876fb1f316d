import { useRef } from 'react'
import { useScreen } from '../../../ui/screen.tsx'

const KEY = 'photo'

/** The photo that is shown large, kept in the address: the browser's back closes it. */
export function useShownPhoto() {
  const { search, navigate } = useScreen()
  const opened = useRef(false)
  const id = new URLSearchParams(search).get(KEY) ?? undefined
  return {
    id,
    open: (photo: string) => {
      opened.current = true
      navigate(`?${KEY}=${photo}`)
    },
    replace: (photo: string) => navigate(`?${KEY}=${photo}`, { replace: true }),
    close: () => {
      // Where this visit opened it, closing is going back; a link that led here has nothing of ours behind it.
      if (opened.current) history.back()
      else navigate('', { replace: true })
      opened.current = false
    },
  }
}
