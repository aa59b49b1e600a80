/** Whether this browser keeps the one cookie that the game needs. */
class Cookies {
  /** It has sent the cookie back. */
  kept = false;
  /** It has not, or says that it keeps none. */
  refused = $state(!navigator.cookieEnabled);
}

export const cookies = new Cookies();
