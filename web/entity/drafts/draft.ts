import { createKey } from './create-key.ts'
import {
  differing,
  type FirstSave,
  type MergeBase,
  mergeFields,
  namesOf,
  pick,
  restoreFields,
  sameValue,
  type StoredDraft,
} from './draft-merge.ts'
import type { DraftSlot } from './draft-store.ts'

const KEEP_AFTER = 300
/** How often a save is tried again because someone changed what was left alone here. */
const TRIES = 4

/** Two texts of one field, until the person has chosen. */
export type DraftConflict<Value> = {
  /** The other text; mine is in the field. */
  other: Value
  /** Who has it: someone else saved it, or it is an older text of mine that this browser kept. */
  from: 'server' | 'browser'
  /** What the server said when mine was typed, as far as it is known. */
  base?: Value | undefined
}
export type DraftConflicts<Fields> = { readonly [Name in keyof Fields]?: DraftConflict<Fields[Name]> }

export type DraftState<Fields> = {
  /** As the screen shows it. */
  fields: Fields
  dirty: boolean
  conflicts: DraftConflicts<Fields>
  /** Who changed the item last while it was open here, as far as it is known. */
  changedBy: string | undefined
  /** What an earlier visit left and is in the fields again. */
  restored: { at: string; fields: Partial<Fields> } | undefined
}

/** How a draft reaches the server. */
export type SavePort<Fields> = {
  /**
   * @param key of a new item: sent again with it, the call makes no second one
   * @returns what the server stores now; @throws what it refuses
   */
  save: (changed: Partial<Fields>, base: Partial<Fields>, key: string | undefined) => Promise<Partial<Fields>>
  /** The newest state, where the save was refused because someone else was first. */
  theirsIn: (error: unknown) => { fields: Fields; changedBy: string | undefined } | undefined
  /** Whether only the answer is missing: the server may have what was sent. */
  mayHaveArrived?: (error: unknown) => boolean
}

type SendOptions<Fields> = { only?: readonly (keyof Fields)[] | undefined; always?: boolean }

/**
 * One item while it is edited: the state it started from, what is typed, a copy of that in the browser until it is
 * saved, and a merge by field with what others save meanwhile. When to save is up to who uses it: at a button, when
 * a field is left, or by itself. Neither text of a conflict is given up before the person has chosen.
 */
export class Draft<Fields extends object> {
  private base: MergeBase<Fields>
  private state: DraftState<Fields>
  private readonly listeners = new Set<() => void>()
  private slot: DraftSlot<StoredDraft<Fields>> | undefined
  private isRead = false
  private isKept = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private sending: Promise<unknown> = Promise.resolve()
  /** Fields on their way: what is heard about them meanwhile may be our own text. */
  private inFlight: ReadonlySet<keyof Fields> = new Set()
  /** Refused texts that a screen may still show as if they were saved. */
  private unconfirmed: Partial<Fields> = {}
  /** Older texts of mine for fields about which another question is open: they are asked about after it. */
  private waiting: Partial<Fields> = {}
  /** The first save of a new item, until it is answered. */
  private first: FirstSave<Fields> | undefined

  constructor(stored: Fields) {
    this.base = { sent: stored, stored }
    this.state = { fields: stored, dirty: false, conflicts: {}, changedBy: undefined, restored: undefined }
  }

  readonly get = (): DraftState<Fields> => this.state
  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** As the server has it. */
  get stored(): Fields {
    return this.base.stored
  }
  /** The fields that the server does not have as they are on the screen. */
  unsaved(only: readonly (keyof Fields)[] = namesOf(this.base.stored)): (keyof Fields)[] {
    return only.filter((name) => !sameValue(this.state.fields[name], this.base.sent[name]))
  }

  /** What the person typed or chose. */
  change(part: Partial<Fields>) {
    if (differing<Fields>(part, this.state.fields).length > 0)
      this.update({ fields: { ...this.state.fields, ...part } })
  }

  /** The newest state on the server, by someone else: taken over where nothing is typed here, else a conflict. */
  follow(theirs: Fields, changedBy?: string) {
    const own = namesOf(theirs).filter(
      (name) =>
        this.inFlight.has(name) ||
        (name in this.unconfirmed && sameValue(this.unconfirmed[name], theirs[name])) ||
        !(name in this.base.stored),
    )
    for (const name of namesOf(this.unconfirmed)) if (!own.includes(name)) delete this.unconfirmed[name]
    const news = { ...theirs, ...pick(this.base.stored, own) }
    if (differing<Fields>(news, this.base.stored).length === 0) return
    const before = this.base.stored
    const { merged, base, conflicts } = mergeFields(this.base, this.state.fields, news)
    this.base = base
    const open: { [Name in keyof Fields]?: DraftConflict<Fields[Name]> } = { ...this.state.conflicts }
    for (const name of differing<Fields>(news, before)) {
      const known = open[name]
      if (conflicts.includes(name))
        open[name] = { other: news[name], from: 'server', base: known ? known.base : before[name] }
      else if (known?.from === 'server') delete open[name]
    }
    this.update({ fields: merged, conflicts: open, changedBy: changedBy ?? this.state.changedBy })
  }

  /** Ends a conflict: with the text in the field, or with the other one. */
  resolve(name: keyof Fields, keepMine: boolean) {
    const { [name]: conflict, ...conflicts } = this.state.conflicts
    if (!conflict) return
    const fields = keepMine ? this.state.fields : { ...this.state.fields, [name]: conflict.other }
    this.update({ fields, conflicts: conflicts as DraftConflicts<Fields> })
  }

  /** Gives up what is typed. */
  discard() {
    this.first = undefined
    this.waiting = {}
    this.update({ fields: this.base.stored, conflicts: {}, restored: undefined })
  }

  /**
   * Saves what differs, after the saves that are under way. What others changed meanwhile is merged and the save tried
   * again, unless there is something to choose.
   * @param only these fields; all without it
   * @param always also when nothing differs, as for a new item
   * @returns whether nothing of it is left to save
   * @throws what the port throws, other than that someone else was first
   */
  send(port: SavePort<Fields>, { only, always = false }: SendOptions<Fields> = {}): Promise<boolean> {
    const sent = this.sending.then(() => this.sendNow(port, only, always))
    this.sending = sent.catch(() => undefined)
    return sent
  }

  private async sendNow(port: SavePort<Fields>, only: SendOptions<Fields>['only'], always: boolean): Promise<boolean> {
    let isNew = always
    for (let tries = 1; ; tries++) {
      const names = this.unsaved(only)
      if (names.length === 0 && !isNew) return true
      if (names.some((name) => this.state.conflicts[name])) return false
      const isAgain = isNew && this.first !== undefined
      const first = isNew ? this.sendFirst() : undefined
      const sent = first?.fields ?? pick(this.state.fields, names)
      this.inFlight = new Set(namesOf(sent) as (keyof Fields)[])
      try {
        const stored = await port.save(sent, pick(this.base.stored, names), first?.key)
        this.inFlight = new Set()
        this.first = undefined
        this.saved(sent, stored)
        isNew = false
        // It was made as it was sent at first: what was changed since is still to be sent.
        if (isAgain && this.unsaved(only).length > 0) continue
        return this.unsaved(only).length === 0
      } catch (error) {
        this.inFlight = new Set()
        if (!port.mayHaveArrived?.(error)) this.first = undefined
        // What was refused is older than what is in the fields.
        if (isAgain && !this.first) continue
        const theirs = port.theirsIn(error)
        if (!theirs) this.unconfirmed = { ...this.unconfirmed, ...sent }
        else this.follow(theirs.fields, theirs.changedBy)
        if (!theirs || tries === TRIES) throw error
      }
    }
  }

  /** The first save of a new item. One that was not answered is sent again as it was: the server may have it. */
  private sendFirst(): FirstSave<Fields> {
    this.first ??= { key: createKey(), fields: this.state.fields }
    // The tab may be gone before the answer comes.
    this.keepNow()
    return this.first
  }

  /** The server has `sent`, and stores it as in `stored`; what was typed since stays. */
  private saved(sent: Partial<Fields>, stored: Partial<Fields>) {
    const names = namesOf(sent) as (keyof Fields)[]
    const unchanged = names.filter((name) => sameValue(this.state.fields[name], sent[name]))
    const now = { ...sent, ...pick(stored, names) }
    const next = { ...this.base.stored, ...now }
    for (const name of names) delete this.unconfirmed[name]
    this.base = { sent: { ...this.base.sent, ...now }, stored: next }
    this.update({ fields: { ...this.state.fields, ...pick(now, unchanged) } })
    this.follow({ ...next, ...stored })
  }

  /**
   * Reads what an earlier visit left in this slot, puts it back, and keeps there what is typed from now on. With another
   * slot, as after the first save of a new item, what is kept moves there.
   * @param version of the item; undefined for a new one
   * @param changedBy who changed it last
   */
  async open(slot: DraftSlot<StoredDraft<Fields>>, version: number | undefined, changedBy?: string): Promise<void> {
    const before = this.slot
    if (before?.name === slot.name) return
    this.slot = slot
    if (before && this.isRead) {
      if (this.isKept && before.user === slot.user) void before.drop()
      this.isKept = false
      return this.keepNow()
    }
    const copy = await slot.read()
    if (this.slot !== slot) return
    this.isRead = true
    if (copy) {
      this.isKept = true
      this.restore(copy, version)
      if (changedBy !== undefined) this.update({ changedBy: this.state.changedBy ?? changedBy })
    }
    this.keepNow()
  }

  /** Puts a kept draft back: where no one changed the field since it is simply there, else there is a conflict. */
  restore(copy: StoredDraft<Fields>, version: number | undefined) {
    const { fields, conflicts, typed } = restoreFields(copy, {
      stored: this.base.stored,
      fields: this.state.fields,
      version,
    })
    const open: { [Name in keyof Fields]?: DraftConflict<Fields[Name]> } = { ...this.state.conflicts }
    if (version === undefined) this.first ??= copy.first
    for (const name of conflicts)
      open[name] = { other: this.base.stored[name], from: 'server', base: copy.base?.[name] }
    for (const name of namesOf(typed))
      if (open[name]) this.waiting[name] = typed[name]!
      else open[name] = { other: typed[name]!, from: 'browser' }
    const back = namesOf(fields).filter((name) => !conflicts.includes(name))
    this.update({
      fields: { ...this.state.fields, ...fields },
      conflicts: open,
      restored: back.length > 0 ? { at: copy.at, fields: pick(fields, back) } : this.state.restored,
    })
  }

  /** Takes out again what came back by itself. @returns what puts it back once more */
  undoRestore(): () => void {
    const { restored } = this.state
    if (!restored) return () => {}
    const names = namesOf(restored.fields)
    const base = pick(this.base.stored, names)
    const { first } = this
    // What is typed instead is another item.
    this.first = undefined
    this.update({ fields: { ...this.state.fields, ...base }, restored: undefined })
    return () => this.restore({ ...restored, base, ...(first && { first }) }, undefined)
  }

  /** Writes at once what waits for a pause in typing: the tab, or the form, may be gone in a moment. */
  hold() {
    if (this.timer === undefined) return
    if (this.isRead) return this.keepNow()
    const copy = this.copy()
    if (copy) this.slot?.keepEarly?.(copy)
  }

  private keepNow() {
    clearTimeout(this.timer)
    this.timer = undefined
    const { slot, isRead } = this
    if (!slot || !isRead) return
    const copy = this.copy()
    if (copy) void slot.keep(copy)
    else if (this.isKept) void slot.drop()
    this.isKept = copy !== undefined
  }

  /** What has to outlive the tab; undefined: nothing. A conflict is kept with its old base, so that it is asked again. */
  private copy(): StoredDraft<Fields> | undefined {
    const { fields, conflicts } = this.state
    const aside: Partial<Fields> = { ...this.waiting }
    const base: Partial<Fields> = pick(this.base.stored, this.unsaved())
    for (const name of namesOf(conflicts as Fields)) {
      const conflict = conflicts[name]!
      if (conflict.from === 'browser') aside[name] = conflict.other
      else if (conflict.base === undefined) delete base[name]
      else base[name] = conflict.base
    }
    const names = this.unsaved()
    if (names.length === 0 && namesOf(aside).length === 0) return undefined
    return {
      fields: pick(fields, names),
      base,
      ...(namesOf(aside).length > 0 && { aside }),
      ...(this.first && { first: this.first }),
      at: this.state.restored?.at ?? new Date().toISOString(),
    }
  }

  private update(part: Partial<DraftState<Fields>>) {
    const next = { ...this.state, ...part }
    // A conflict ends when both say the same; a restored text is no news once it is saved or typed over.
    const conflicts = Object.fromEntries(
      Object.entries<DraftConflict<unknown> | undefined>(next.conflicts).filter(
        ([name, conflict]) => conflict && !sameValue(conflict.other, next.fields[name as keyof Fields]),
      ),
    ) as DraftConflicts<Fields>
    for (const name of namesOf(this.waiting) as (keyof Fields)[]) {
      if (conflicts[name]) continue
      const other = this.waiting[name]!
      delete this.waiting[name]
      if (!sameValue(other, next.fields[name])) Object.assign(conflicts, { [name]: { other, from: 'browser' } })
    }
    const back = next.restored
      ? namesOf(next.restored.fields).filter(
          (name) =>
            sameValue(next.restored!.fields[name], next.fields[name]) &&
            !sameValue(next.fields[name], this.base.sent[name]),
        )
      : []
    const restored =
      next.restored && back.length > 0 ? { ...next.restored, fields: pick(next.restored.fields, back) } : undefined
    this.state = { ...next, conflicts, restored }
    this.state.dirty = this.unsaved().length > 0
    for (const listener of this.listeners) listener()
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.state.dirty || namesOf(conflicts as Fields).length > 0)
      this.timer = setTimeout(() => this.keepNow(), KEEP_AFTER)
    else if (this.isKept) this.keepNow()
  }
}
