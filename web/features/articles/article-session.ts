import { type ArticleFields, emptyArticleFields } from '#contract/article-fields.ts'
import type { Article, PresentPerson } from '#contract/articles.ts'
import { ApiError } from '../../api/call.ts'
import type { ShownText } from '../../editor/rich-text-editor.tsx'
import {
  differing,
  type FieldMergers,
  type MergeBase,
  mergeFields,
  namesOf,
  pick,
  restoreFields,
  sameValue,
} from '../../entity/drafts/draft-merge.ts'
import { mergeBodies } from './article-body-merge.ts'
import { chosenBody } from './article-body-places.ts'
import { fieldsOf, type FieldName } from './article-fields.ts'
import type { LocalCopy } from './article-local-copy.ts'
import type {
  Conflict,
  ConflictChoice,
  SaveReason,
  SaveState,
  SessionPorts,
  SessionState,
} from './article-session-state.ts'
import { RefusedValues } from './refused-values.ts'
import { SavePace } from './save-pace.ts'

/** Failures that pass by themselves: the same save may work in a moment. */
const TRANSIENT: ReadonlySet<ApiError['code']> = new Set(['offline', 'busy', 'too_many_requests', 'unexpected'])
/** Fields that refer to other entities, which may be merged or deleted meanwhile: the server says what is left of them. */
const REFERRING: ReadonlySet<FieldName> = new Set(['authors', 'primaryCategory', 'categories', 'tags'])

const mergers: FieldMergers<ArticleFields> = { body: mergeBodies }

/**
 * One article being written: what is typed, what is saved, and how the one follows the other.
 * One save at a time; each sends only what changed, with the version it was based on. Everything typed is kept
 * in this browser until the server has it.
 */
export class ArticleSession {
  private state: SessionState
  private base: MergeBase<ArticleFields>
  private ports!: SessionPorts
  private readonly listeners = new Set<() => void>()
  private underWay: Promise<boolean> | undefined
  private readonly pace = new SavePace({
    save: () => void this.saveFor('timer', 'autosave'),
    keep: () => void this.keepNow(),
  })
  private disposed = false
  /** When the person last changed a field; 0 before the first change. */
  changedAt = 0
  private readonly refused = new RefusedValues()
  /** What the server said when my side of the open conflict was typed. */
  private conflictBase: Partial<ArticleFields> = {}

  /** @param start what a new article begins with, as the server does where these fields are not sent */
  constructor(article: Article | undefined, ports?: SessionPorts, start: Partial<ArticleFields> = {}) {
    const fields = article ? fieldsOf(article) : { ...emptyArticleFields, ...start }
    this.base = { sent: fields, stored: fields }
    if (ports) this.connect(ports)
    this.state = {
      article,
      fields,
      save: { kind: 'unchanged' },
      dirty: false,
      faults: {},
      conflict: undefined,
      merged: undefined,
      restored: undefined,
      others: [],
    }
  }

  /** Where to save; before the first change, and again when the screen's own functions have changed. */
  connect(ports: SessionPorts) {
    this.ports = ports
  }

  readonly get = (): SessionState => this.state
  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** What a person typed or chose. */
  change(part: Partial<ArticleFields>) {
    const fields = { ...this.state.fields, ...part }
    if (differing<ArticleFields>(fields, this.state.fields).length === 0) return
    this.changedAt = Date.now()
    const dirty = differing<ArticleFields>(this.base.sent, fields).length > 0
    this.update({
      fields,
      dirty,
      faults: this.refused.faultsOf(fields),
      ...(dirty && this.state.save.kind !== 'saving' && { save: { kind: 'here' } }),
    })
    if (!dirty)
      return this.allSaved(
        this.state.article ? { kind: 'saved', at: this.state.article.updatedAt } : { kind: 'unchanged' },
      )
    this.pace.keepSoon()
    this.saveSoon()
  }

  /**
   * What a person typed into the text, from what the editor showed before. The text of someone else may have come in since,
   * above all while a Chinese word was being composed: it is not in what is reported, and is no less kept for that.
   */
  typed(body: string, { given, written }: ShownText) {
    const { fields, article, conflict } = this.state
    // The editor writes some HTML in another way than it was given: that is no change by a person.
    if (this.base.sent.body === given) this.base = { ...this.base, sent: { ...this.base.sent, body: written } }
    if (fields.body === given || fields.body === written) return this.change({ body })
    const sides = mergeBodies({ sent: written, stored: given }, body, fields.body) ?? {
      mine: body,
      theirs: fields.body,
    }
    if (article && !conflict && sides.mine !== sides.theirs) {
      this.conflictBase = { body: given }
      const theirs = { ...article, body: sides.theirs }
      const changedBy = article.updatedBy?.name ?? ''
      this.update({ conflict: { theirs, changedBy, fields: ['body'], isAsked: false } })
    }
    this.change({ body: sides.mine })
  }

  /** Saves now. @returns whether everything typed is on the server */
  async save(reason: 'save' | 'autosave' = 'save'): Promise<boolean> {
    return this.saveFor('person', reason)
  }

  /** @param whom only a person who wants to save is asked what an open conflict needs; a timer never asks */
  private async saveFor(whom: 'person' | 'timer', reason: SaveReason): Promise<boolean> {
    return (await this.sendFor(whom, reason)) && !this.state.dirty
  }

  /** @returns whether what could be saved is on the server; more may have been typed meanwhile, or need a correction */
  private async sendFor(whom: 'person' | 'timer', reason: SaveReason): Promise<boolean> {
    this.ports.flush()
    this.pace.stopSaving()
    while (this.underWay) await this.underWay
    if (this.state.conflict) {
      if (whom === 'person') this.askConflict(true)
      return false
    }
    if (!this.state.dirty) return true
    if (reason !== 'autosave') this.refused.forget()
    this.underWay = this.send(whom, reason).finally(() => (this.underWay = undefined))
    return this.underWay
  }

  /** Takes over what the server answered to an action (publish, restore …); what is typed since stays. */
  accept(article: Article) {
    if (this.state.article && article.version < this.state.article.version) return
    this.ports.flush()
    const { merged, base, conflicts } = mergeFields(this.base, this.state.fields, fieldsOf(article), mergers)
    this.base = base
    const dirty = differing<ArticleFields>(base.sent, merged).length > 0
    this.update({ article, fields: merged, dirty, faults: this.refused.faultsOf(merged), conflict: undefined })
    if (dirty && conflicts.length === 0) this.saveSoon()
    if (!dirty) this.allSaved({ kind: 'saved', at: article.updatedAt })
  }

  /** The same article, fetched again: someone else may have changed it. @returns whether it was newer and is shown now */
  noticed(article: Article): boolean {
    if (!this.state.article || article.version <= this.state.article.version || this.underWay || this.state.conflict)
      return false
    this.merge(article, article.updatedBy?.name ?? '')
    if (this.state.dirty) this.saveSoon()
    return true
  }

  /** Who else is there now. */
  showOthers(others: readonly PresentPerson[]) {
    if (JSON.stringify(others) !== JSON.stringify(this.state.others)) this.update({ others })
  }

  /** Shows the question of an open conflict, or puts it off: what is written meanwhile is kept in this browser. */
  askConflict(isAsked: boolean) {
    const { conflict } = this.state
    if (conflict && conflict.isAsked !== isAsked) this.update({ conflict: { ...conflict, isAsked } })
  }

  /**
   * The person decided: for each field, in the text for each place. My whole text is saved first, so that it is in the history
   * whatever was chosen; then what was chosen.
   */
  async resolve(choice: ConflictChoice): Promise<boolean> {
    const { conflict } = this.state
    if (!conflict) return true
    this.ports.flush()
    const { fields: mine } = this.state
    const theirs = fieldsOf(conflict.theirs)
    const body = conflict.fields.includes('body') ? chosenBody(mine.body, theirs.body, choice.body) : mine.body
    // The text of a place has changed since it was chosen.
    if (body === undefined) {
      this.askConflict(true)
      return false
    }
    const preferred = conflict.fields.filter((name) => name !== 'body' && choice[name] === 'theirs')
    const isMine = preferred.length === 0 && body === mine.body
    this.update({ conflict: undefined })
    if (!(await this.sendFor('person', isMine ? 'choice' : 'beforeChoice'))) {
      // The next save must not put mine over theirs without an answer.
      if (!this.state.conflict && this.unanswered(conflict)) void this.keepNow()
      return false
    }
    if (isMine) return !this.state.dirty
    const untouched = preferred.filter((name) => sameValue(this.state.fields[name], mine[name]))
    this.change(pick<ArticleFields>(theirs, untouched))
    this.typed(body, { given: mine.body, written: mine.body })
    return this.saveFor('person', 'choice')
  }

  /** Opens a conflict again, for the fields that still differ. @returns whether there are any */
  private unanswered(conflict: Conflict): boolean {
    const fields = conflict.fields.filter((name) => !sameValue(this.state.fields[name], conflict.theirs[name]))
    if (fields.length > 0) this.update({ conflict: { ...conflict, fields } })
    return fields.length > 0
  }

  /**
   * Puts back what this browser kept from an earlier visit; what someone else changed since is a conflict.
   * @param overTyped also into fields in which something else is typed by now
   */
  restore(copy: LocalCopy, { overTyped = false } = {}) {
    this.ports.flush()
    const { article } = this.state
    const now = { stored: this.base.stored, fields: this.state.fields, version: article?.version ?? 0 }
    const { fields: free, conflicts, offered, typed } = restoreFields<ArticleFields>(copy, now, mergers)
    const fields = { ...free, ...(overTyped && typed) }
    const back = namesOf(fields as ArticleFields).filter((name) => !conflicts.includes(name))
    if (article && conflicts.length > 0) {
      this.conflictBase = pick<ArticleFields>(copy.base ?? {}, conflicts)
      const changedBy = article.updatedBy?.name ?? ''
      this.update({ conflict: { theirs: { ...article, ...offered }, changedBy, fields: conflicts, isAsked: true } })
    }
    const restored = {
      at: copy.at,
      fields: pick<ArticleFields>(fields, back),
      before: pick<ArticleFields>(now.fields, back),
    }
    this.change(fields)
    if (back.length > 0) this.update({ restored })
    if (conflicts.length > 0) void this.keepNow()
  }

  /** Takes out again what was restored and has not been changed since. @returns what puts it back once more */
  undoRestore(): () => void {
    const { restored } = this.state
    if (!restored) return () => {}
    this.ports.flush()
    const same = namesOf(restored.fields as ArticleFields).filter((name) =>
      sameValue(restored.fields[name], this.state.fields[name]),
    )
    this.update({ restored: undefined })
    this.change(pick<ArticleFields>(restored.before, same))
    return () => {
      this.change(pick<ArticleFields>(restored.fields, same))
      this.update({ restored })
    }
  }

  /** The person has seen what was restored. */
  forgetRestored() {
    this.update({ restored: undefined })
  }

  /** The tab may be gone in a moment: what is unsaved is kept in this browser at once. */
  hold() {
    this.ports.flush()
    if (this.state.dirty) void this.keepNow()
  }

  /** Starts again after `leave`: React mounts twice where it looks for faults. */
  enter() {
    this.disposed = false
  }

  /** The screen goes away: what is unsaved is kept in this browser and sent once more. @returns whether the server has it all */
  async leave(): Promise<boolean> {
    this.disposed = true
    this.pace.stop()
    if (!this.state.dirty) return true
    await this.keepNow()
    return this.saveFor('timer', 'autosave')
  }

  private async send(whom: 'person' | 'timer', reason: SaveReason): Promise<boolean> {
    const { article, fields } = this.state
    const faults = this.refused.faultsOf(fields)
    const names = differing<ArticleFields>(this.base.sent, fields).filter((name) => !faults[name])
    if (names.length === 0) return false
    this.update({ save: { kind: 'saving' } })
    try {
      const sent = pick<ArticleFields>(fields, names)
      const answer = article
        ? await this.ports.edit(article.id, { version: article.version, reason, ...sent })
        : await this.ports.create({ title: '', ...sent })
      this.saved(answer, names, fields, article === undefined)
      return true
    } catch (error) {
      return this.failed(error, names, fields, whom, reason)
    }
  }

  private saved(article: Article, names: readonly FieldName[], sentFields: ArticleFields, first: boolean) {
    const stored = fieldsOf(article)
    const before = this.base.sent
    // What was sent stays on the screen as it was typed, even where the server trimmed or cleaned it: the cursor is in it.
    const typed = names.filter((name) => !REFERRING.has(name))
    this.base = { sent: { ...stored, ...pick<ArticleFields>(sentFields, typed) }, stored }
    const untouched = differing<ArticleFields>(this.state.fields, stored).filter((name) => !typed.includes(name))
    // What was held back or refused is not on the server: it stays as the person chose it.
    const mine = new Set(differing<ArticleFields>(before, sentFields).filter((name) => !names.includes(name)))
    const followed = untouched.filter((name) => !mine.has(name) && this.state.fields[name] === sentFields[name])
    const fields = { ...this.state.fields, ...pick<ArticleFields>(stored, followed) }
    const dirty = differing<ArticleFields>(this.base.sent, fields).length > 0
    this.update({
      article,
      fields,
      dirty,
      faults: this.refused.faultsOf(fields),
      save: dirty ? { kind: 'here' } : { kind: 'saved', at: article.updatedAt },
    })
    // From now on it is kept under its own id.
    if (first) void this.ports.drop(undefined)
    if (!dirty) return this.allSaved({ kind: 'saved', at: article.updatedAt })
    if (first) void this.keepNow()
    this.pace.beginAgain()
    this.saveSoon()
  }

  private async failed(
    error: unknown,
    names: readonly FieldName[],
    sentFields: ArticleFields,
    whom: 'person' | 'timer',
    reason: SaveReason,
  ): Promise<boolean> {
    const named = error instanceof ApiError ? error : new ApiError('unexpected')
    if (named.code === 'stale_version' && named.problem?.current) {
      const settled = this.merge(named.problem.current as Article, named.problem.changedBy ?? '')
      if (whom === 'person') this.askConflict(true)
      return settled ? this.send(whom, reason === 'autosave' ? 'save' : reason) : false
    }
    const keptHere = await this.keepNow()
    const refused = this.refused.add(named, sentFields)
    this.update({ save: { kind: 'failed', error: named, keptHere }, faults: this.refused.faultsOf(this.state.fields) })
    // Without what was refused the rest can be saved.
    if (names.some((name) => refused.has(name)) && names.some((name) => !refused.has(name)))
      return this.send(whom, reason === 'save' ? 'autosave' : reason)
    if (TRANSIENT.has(named.code) && !this.disposed) this.pace.tryAgain()
    return false
  }

  /** @returns whether no question is left for the person */
  private merge(theirs: Article, changedBy: string): boolean {
    this.ports.flush()
    const before = this.base.stored
    const hadOwn = this.state.dirty
    const { merged, base, takenOver, conflicts, offered } = mergeFields(
      this.base,
      this.state.fields,
      fieldsOf(theirs),
      mergers,
    )
    this.base = base
    const dirty = differing<ArticleFields>(base.sent, merged).length > 0
    this.update({
      article: theirs,
      fields: merged,
      dirty,
      faults: this.refused.faultsOf(merged),
      conflict:
        conflicts.length > 0
          ? { theirs: { ...theirs, ...offered }, changedBy, fields: conflicts, isAsked: false }
          : undefined,
      merged: takenOver.length > 0 ? { changedBy, fields: takenOver, besideOwn: hadOwn } : this.state.merged,
      save: dirty ? { kind: 'here' } : { kind: 'saved', at: theirs.updatedAt },
    })
    this.conflictBase = pick<ArticleFields>(before, conflicts)
    if (conflicts.length > 0) void this.keepNow()
    return conflicts.length === 0 && dirty
  }

  private allSaved(save: SaveState) {
    this.pace.end()
    this.update({ save })
    void this.ports.drop(this.state.article?.id)
  }

  private saveSoon() {
    if (!this.state.conflict && !this.disposed) this.pace.saveSoon()
  }

  private keepNow(): Promise<boolean> {
    const { article, fields, conflict } = this.state
    const names = differing<ArticleFields>(this.base.sent, fields)
    const free = names.filter((name) => !conflict?.fields.includes(name))
    return this.ports.keep(article?.id, {
      fields: pick<ArticleFields>(fields, names),
      // An open conflict is kept with its old base and no version, so that it is asked again.
      base: { ...pick<ArticleFields>(this.base.stored, free), ...(conflict && this.conflictBase) },
      version: conflict ? 0 : (article?.version ?? 0),
      at: new Date().toISOString(),
    })
  }

  private update(part: Partial<SessionState>) {
    const next = { ...this.state, ...part }
    // Written on since: there is nothing left that could be taken out again.
    const { restored, fields } = next
    const isThere =
      restored && differing<ArticleFields>(restored.fields, fields).length < namesOf(restored.fields).length
    this.state = { ...next, restored: isThere ? restored : undefined }
    for (const listener of this.listeners) listener()
  }
}
