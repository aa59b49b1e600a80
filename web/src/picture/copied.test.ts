import { describe, expect, test } from "vitest";
import { paintOf } from "./copied";

describe("a color as every program reads it", () => {
  test("in six digits, with what shines through beside it", () => {
    expect(paintOf("rgb(63, 79, 72)")).toEqual({ color: "#3f4f48", alpha: 1 });
    expect(paintOf("rgba(20, 18, 12, 0.28)")).toEqual({ color: "#14120c", alpha: 0.28 });
    expect(paintOf("color(srgb 1 0.5 0 / 0.14)")).toEqual({ color: "#ff8000", alpha: 0.14 });
    expect(paintOf("color(srgb 0.690196 0.164706 0.0941176)")).toEqual({ color: "#b02a18", alpha: 1 });
  });

  test("none is none, however it is said", () => {
    for (const none of ["none", "", "transparent", "rgba(0, 0, 0, 0)"]) expect(paintOf(none)).toBeNull();
  });

  test("a pattern keeps its id, whatever page it was on", () => {
    expect(paintOf('url("#veil")')).toEqual({ color: "url(#veil)", alpha: 1 });
    expect(paintOf('url("https://games.example.org/g/1#veil") none')).toEqual({ color: "url(#veil)", alpha: 1 });
  });
});
