/** Lets a formula that is wider than its place be scrolled by keyboard: it then takes the focus, as no other does. */

const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});

const WIDE = "mjx-container[display], span.math, p.follows-goal, p.follows-given, li.follows-fact";
document.querySelectorAll(WIDE).forEach((formula) => widths.observe(formula));
