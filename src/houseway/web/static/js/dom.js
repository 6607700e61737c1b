// A page is drawn again from its state after every change; only what differs touches the document.
// h() describes an element, patch() makes the children of a node match a description. Elements with a key keep their
// identity when they move, so that a card can be followed from hand to hand.

const KIDS = Symbol("kids");
const HEARS = Symbol("hears");
const SVG = "http://www.w3.org/2000/svg";
const XLINKED = new Set(["svg", "g", "path", "circle", "rect", "use", "text", "textPath", "ellipse", "line", "defs",
  "symbol", "title", "polygon", "tspan"]);
const LIVE = new Set(["checked", "disabled"]);  // what the document may have changed by itself is set again

export function h(tag, props, ...children) {
  const { key, ...rest } = props ?? {};
  return { tag, key, props: rest, children: shown(children) };
}

const shown = (children) => children.flat(Infinity).filter((child) => child != null && child !== false && child !== "");

export function patch(parent, wanted) {
  const before = parent[KIDS] ?? [];
  const keyed = new Map();
  const loose = [];
  for (const kid of before) {
    if (kid.vnode.key == null) loose.push(kid);
    else keyed.set(kid.vnode.key, kid);
  }
  const kids = shown([wanted]).map((vnode) => {
    const kid = vnode.key == null ? takeLoose(loose, vnode) : takeKeyed(keyed, vnode);
    return kid ? renew(kid, vnode) : make(vnode, parent);
  });
  for (const kid of [...loose.filter(Boolean), ...keyed.values()]) kid.node.remove();
  let at = parent.firstChild;
  for (const kid of kids) {
    if (kid.node === at) at = at.nextSibling;
    else parent.insertBefore(kid.node, at);
  }
  parent[KIDS] = kids;
}

function takeLoose(loose, vnode) {
  const at = loose.findIndex((kid) => kid && kid.vnode.tag === vnode.tag);
  if (at < 0) return null;
  const kid = loose[at];
  loose[at] = null;
  return kid;
}

function takeKeyed(keyed, vnode) {
  const kid = keyed.get(vnode.key);
  if (kid?.vnode.tag !== vnode.tag) return null;
  keyed.delete(vnode.key);
  return kid;
}

function make(vnode, parent) {
  if (typeof vnode !== "object") return { vnode, node: document.createTextNode(vnode) };
  const inSvg = vnode.tag === "svg" || (parent.namespaceURI === SVG && XLINKED.has(vnode.tag));
  const node = inSvg ? document.createElementNS(SVG, vnode.tag) : document.createElement(vnode.tag);
  const kid = { vnode: { props: {} }, node };
  return renew(kid, vnode);
}

function renew(kid, vnode) {
  const { node } = kid;
  if (typeof vnode !== "object") {
    if (kid.vnode !== vnode) node.data = vnode;
  } else {
    setProps(node, kid.vnode.props, vnode.props);
    if (!vnode.tag.includes("-")) patch(node, vnode.children);  // a component draws itself
  }
  kid.vnode = vnode;
  return kid;
}

function setProps(node, before, props) {
  for (const name in before) if (!(name in props)) setProp(node, name, null, before[name]);
  for (const name in props) {
    const drifted = LIVE.has(name) && node[name] !== Boolean(props[name]);
    if (drifted || props[name] !== before[name]) setProp(node, name, props[name], before[name]);
  }
}

function setProp(node, name, value, was) {
  if (name.startsWith("on")) listen(node, name.slice(2).toLowerCase(), value);
  else if (name === "style") for (const each of new Set([...Object.keys(was ?? {}), ...Object.keys(value ?? {})])) {
    node.style.setProperty(each, value?.[each] ?? "");
  }
  else if (name.startsWith(".")) node[name.slice(1)] = value;
  else if (LIVE.has(name)) node[name] = Boolean(value);
  else if (name === "value") node.value = value ?? "";  // once: what a person writes there is theirs
  else if (value == null || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}

function listen(node, kind, hear) {
  const hears = (node[HEARS] ??= {});
  if (!(kind in hears)) node.addEventListener(kind, (event) => hears[kind]?.call(node, event));
  hears[kind] = hear;
}

export const classes = (...names) => names.filter(Boolean).join(" ");

/** Draws at most once a frame, however often it is asked. */
export function painter(draw) {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      draw();
    });
  };
}
