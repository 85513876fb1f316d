import { expect, test } from 'vitest'
import { give, open } from './testing/writing.ts'

/** The clipboard of Word, whose conditions are comments alone (`<!--[if …]-->`) or no comments at all (`<![if …]>`). */
const word = (text: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=EN-GB><!--StartFragment-->${text}<!--EndFragment--></body></html>`
const normal = (text: string) => `<p class=MsoNormal>${text}<o:p></o:p></p>`
const item = (style: string, marker: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:${style} lfo1'><!--[if !supportLists]--><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><!--[endif]-->${text}<o:p></o:p></p>`
const drawing = normal(
  '<!--[if gte vml 1]><v:shape id="p1"><v:imagedata src="file:///C:/clip_image001.png"/></v:shape><![endif]--><!--[if !vml]--><img src="https://example.com/pier.png" alt="Pier" v:shapes="p1"><!--[endif]-->',
)
const PIER = '<p><img src="https://example.com/pier.png" alt="Pier"></p>'
const commentMark =
  '<span class=MsoCommentReference><span style="font-size:8.0pt"><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[AB1]</a><![endif]><span style="mso-special-character:comment">&nbsp;</span></span></span>'
const comments =
  '<div style="mso-element:comment-list"><![if !supportAnnotations]><hr class=msocomoff align=left size=1 width="33%"><![endif]><div style="mso-element:comment"><div id="_com_1" class=msocomtxt><p class=MsoCommentText><span class=MsoCommentReference><a href="#_msoanchor_1" class=msocomoff>[AB1]</a></span>Is this true?</p></div></div></div>'

test.each([
  [
    'text between a list and a picture',
    item('l0 level1', '·', 'Oars') + normal('Between') + drawing + normal('After'),
    `<ul><li>Oars</li></ul><p>Between</p>${PIER}<p>After</p>`,
  ],
  ['text between two pictures', drawing + normal('Between') + drawing, `${PIER}<p>Between</p>${PIER}`],
  [
    'items on both sides of a heading',
    item('l0 level1', '1.', 'Oars') + '<h2>Later</h2>' + item('l0 level1', '2.', 'Sails'),
    '<ol><li>Oars</li></ol><h2>Later</h2><ol start="2"><li>Sails</li></ol>',
  ],
  [
    'lists in two cells',
    `<table class=MsoTableGrid><tr><td>${item('l0 level1', '·', 'Oars')}</td><td>${item('l0 level1', '·', 'Sails')}</td></tr></table>`,
    '<table><tbody><tr><td><ul><li>Oars</li></ul></td><td><ul><li>Sails</li></ul></td></tr></tbody></table>',
  ],
  [
    'a paragraph of an item',
    item('l0 level1', '1.', 'Oars') +
      '<p class=MsoListParagraph>Of ash.<o:p></o:p></p>' +
      item('l0 level1', '2.', 'Sails'),
    '<ol><li><p>Oars</p><p>Of ash.</p></li><li>Sails</li></ol>',
  ],
  [
    'numbers with several parts',
    item('l0 level1', '1.', 'Oars') + item('l0 level2', '1.1.', 'Ash') + item('l0 level2', '1.2.', 'Oak'),
    '<ol><li>Oars<ol><li>Ash</li><li>Oak</li></ol></li></ol>',
  ],
  [
    'Chinese numerals',
    item('l0 level1', '一、', '桨') + item('l0 level1', '二、', '帆') + item('l0 level2', '（一）', '主帆'),
    '<ol><li>桨</li><li>帆<ol><li>主帆</li></ol></li></ol>',
  ],
  [
    'bullets that are letters of a font',
    item('l0 level1', 'Ø', 'Oars') + item('l0 level1', 'v', 'Sails'),
    '<ul><li>Oars</li><li>Sails</li></ul>',
  ],
  [
    'tracked changes, as they are accepted',
    normal(
      'The <del cite="mailto:Ann" datetime="2024-01-01T10:00">old</del><ins cite="mailto:Ann" datetime="2024-01-01T10:00">new</ins> pier<span class=msoDel><del cite="mailto:Ann">, gone</del></span>.',
    ),
    '<p>The new pier.</p>',
  ],
  [
    'comments of reviewers, left out',
    normal(`The <a style='mso-comment-reference:AB_1'>pier</a>${commentMark} burned.`) + comments,
    '<p>The pier burned.</p>',
  ],
  ['bookmarks', '<h2><a name="_Toc1">Piers</a></h2>' + normal('x'), '<h2>Piers</h2><p>x</p>'],
  [
    'merged cells',
    '<table class=MsoTableGrid><tr><td colspan=2>Both</td></tr><tr><td>1</td><td>2</td></tr><![if !supportMisalignedColumns]><tr height=0><td width=100></td><td width=100></td></tr><![endif]></table>',
    '<table><tbody><tr><td colspan="2">Both</td></tr><tr><td>1</td><td>2</td></tr></tbody></table>',
  ],
  [
    'tabs, runs of spaces and spaces that do not break',
    normal(
      `Name<span style='mso-tab-count:2'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; &nbsp;&nbsp;&nbsp; </span>Value:<span style='mso-spacerun:yes'>&nbsp; </span>10&nbsp;km`,
    ),
    '<p>Name Value: 10&nbsp;km</p>',
  ],
  ['hidden text', normal(`Seen<span style='display:none;mso-hide:all'> and not seen</span>.`), '<p>Seen.</p>'],
])('what is pasted from Word is what was meant: %s', async (_, html, written) => {
  const editor = open()
  editor.focus()
  give(editor, { 'text/html': word(html) })
  await expect.poll(() => editor.getContent()).toBe(written)
})

test('words of a web page that are struck or inserted stay so', async () => {
  const editor = open()
  editor.focus()
  give(editor, { 'text/html': '<p><del>old</del> <ins>new</ins></p>' })
  await expect.poll(() => editor.getContent()).toBe('<p><del>old</del> <ins>new</ins></p>')
})
