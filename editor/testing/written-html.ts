/** Every form the editor writes, to the letter. The server's sanitiser must keep each as it is: scripts/editor-and-server.test.ts. */
export const writtenHtml: [form: string, html: string][] = [
  ['headings', '<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>'],
  [
    'marks',
    '<p><strong>b</strong> <em>i</em> <u>u</u> <s>s</s> <code>c</code> <sub>1</sub> <sup>2</sup> <mark>m</mark></p>',
  ],
  ['coloured words', '<p><span style="color: rgb(201, 42, 42);">red</span></p>'],
  [
    'a coloured marking',
    '<p><mark data-color="#fff3bf" style="background-color: rgb(255, 243, 191); color: inherit;">m</mark></p>',
  ],
  ['smaller marks that come with imports', '<p><small>s</small> <kbd>k</kbd></p>'],
  ['a line break and a rule', '<p>a<br>b</p><hr>'],
  ['an inner link', '<p><a rel="noopener" href="/weather">x</a></p>'],
  [
    'a link to another article',
    '<p><a rel="noopener" data-article-id="0198c0de-0000-7000-8000-000000000001" href="/weather">x</a></p>',
  ],
  ['a link to a new tab', '<p><a target="_blank" rel="noopener nofollow" href="https://example.com/">x</a></p>'],
  ['aligned text', '<p style="text-align: center;">a</p><h2 style="text-align: right;">b</h2>'],
  ['lists', '<ul><li>a<ol start="3"><li>b</li></ol></li></ul>'],
  ['a task list', '<ul data-type="taskList"><li data-checked="true" data-type="taskItem">done</li></ul>'],
  ['a quote with its source', '<blockquote><p>Said</p><cite>Who</cite></blockquote>'],
  ['callouts', '<div class="callout callout-tip"><p>x</p></div><div class="callout callout-warning"><p>y</p></div>'],
  ['code with a language', '<pre><code class="language-js">a &lt; b\n\nc</code></pre>'],
  [
    'a table with merged cells',
    '<table><thead><tr><th colspan="2">A</th></tr></thead><tbody><tr><td rowspan="2">1</td><td>2</td></tr><tr><td>3</td></tr></tbody></table>',
  ],
  [
    'column widths',
    '<table><colgroup><col style="width: 120px;"><col style="width: 200px;"></colgroup><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  ],
  [
    'a picture',
    '<figure><img src="/media/0198c0de-0000-7000-8000-000000000001/original.png" alt="A" width="400" height="300" data-media-id="0198c0de-0000-7000-8000-000000000001"></figure>',
  ],
  [
    'an aligned picture with a caption',
    '<figure class="alignleft"><img src="/a.jpg" alt="A" style="width: 50%;"><figcaption>Caption</figcaption></figure>',
  ],
  ['a linked picture', '<figure><a href="/x" rel="noopener"><img src="/a.jpg" alt=""></a></figure>'],
  [
    'the place of a pasted picture that is missing',
    '<p>a</p><div data-missing-picture="clip_image001.jpg" data-alt="A pier" data-caption="At night"></div><p>b</p>',
  ],
  [
    'footnotes',
    '<p>a<sup><a id="fnref-0198c0de" href="#fn-0198c0de" role="doc-noteref" rel="noopener">1</a></sup></p><ol class="footnotes"><li id="fn-0198c0de">b <a href="#fnref-0198c0de" role="doc-backlink" rel="noopener" aria-label="Back to the text">↩</a></li></ol>',
  ],
  ['an album as a gallery', '<p>a</p><div data-album="0198c0de-0000-7000-8000-000000000001"></div>'],
  ['a foldable section', '<details open=""><summary>More</summary><p>Text</p></details>'],
]
