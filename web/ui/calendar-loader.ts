import { useEffect, useState } from 'react'

type Calendar = typeof import('./date-calendar.tsx')

let loaded: Calendar | undefined

/** Loads the calendar, once; asked again after a failure, it tries again. */
export async function loadCalendar(): Promise<Calendar> {
  return (loaded ??= await import('./date-calendar.tsx'))
}

/** The calendar as soon as it is loaded; without it, and without a network, dates are typed. */
export function useCalendar(wanted: boolean): Calendar | undefined {
  const [calendar, setCalendar] = useState(loaded)
  useEffect(() => {
    if (!wanted || calendar) return
    let isGone = false
    loadCalendar().then(
      (found) => isGone || setCalendar(found),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [wanted, calendar])
  return calendar
}
