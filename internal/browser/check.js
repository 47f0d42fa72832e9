(() => {
  const wrong = [], all = [...document.querySelectorAll("body, body *")].filter(e => !["SCRIPT", "STYLE", "TITLE", "title"].includes(e.tagName) && e.checkVisibility() && e.getClientRects().length)
  const name = e => `${e.tagName.toLowerCase()}${e.id ? "#" + e.id : ""}${e.getAttribute("class") ? "." + e.getAttribute("class") : ""} "${(e.textContent || "").trim().slice(0, 40)}"`
  const tell = (what, e) => { if (wrong.length < 12) wrong.push(`${what}: ${name(e)}`) }
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2.5

  if (performance.getEntriesByType("resource").length) wrong.push("the page fetched something")
  const root = document.documentElement
  if (root.scrollWidth > innerWidth) wrong.push(`the document is ${root.scrollWidth} pixels wide, the viewport ${innerWidth}`)
  for (const e of all) {
    const r = e.getBoundingClientRect()
    if (!e.parentElement?.closest(".scroll, svg") && (r.right > innerWidth + 1 || r.left < -1)) tell("out of the viewport", e)
  }
  for (const svg of all.filter(e => e.tagName === "svg")) {
    const box = svg.getBoundingClientRect(), texts = [...svg.querySelectorAll("text")].filter(t => t.textContent)
    if (![...svg.querySelectorAll("rect, path")].some(e => { const r = e.getBoundingClientRect(); return r.width > 0 && r.height > 0 })) tell("nothing is drawn", svg)
    texts.forEach((t, i) => {
      const r = t.getBoundingClientRect()
      if (r.left < box.left - 1 || r.right > box.right + 1 || r.top < box.top - 2 || r.bottom > box.bottom + 2) tell("out of its chart", t)
      for (const u of texts.slice(i + 1)) if (over(r, u.getBoundingClientRect())) tell(`over "${u.textContent}"`, t)
    })
  }
  // What stands in a row or column of a page lies apart.
  for (const parent of all.filter(e => ["BODY", "MAIN", "SECTION", "DIV", "DL", "TR", "DETAILS"].includes(e.tagName))) {
    const kids = [...parent.children].filter(e => all.includes(e))
    if (kids.length < 200) kids.forEach((a, i) => { for (const b of kids.slice(i + 1)) if (over(a.getBoundingClientRect(), b.getBoundingClientRect())) tell(`over ${name(b)}`, a) })
  }
  const rgba = s => (s.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number)
  const light = c => { const [r, g, b] = c.map(v => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b }
  const behind = e => {
    for (; e; e = e.parentElement) { const [r, g, b, a = 1] = rgba(getComputedStyle(e).backgroundColor); if (a > .5) return [r, g, b] }
    return matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255]
  }
  for (const e of all) if ([...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) {
    const style = getComputedStyle(e), a = light(rgba(e.namespaceURI.endsWith("svg") ? style.fill : style.color).slice(0, 3)), b = light(behind(e))
    const contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05)
    if (contrast < 4.5) tell(`contrast ${contrast.toFixed(1)}`, e)
    if (parseFloat(style.fontSize) * (e.namespaceURI.endsWith("svg") ? e.getBoundingClientRect().height / e.getBBox().height : 1) < (matchMedia("print").matches ? 8 : 9)) tell("too small to read", e)
  }
  return wrong
})()
